import { chatRoutes } from 'lambdas/chat/routes';
import { startChat } from '../../test/unit/lambdas/chat/support/chat-environment.ts';
import { median, milliseconds, row, type Row } from '../row.ts';

export interface SearchTimes {
  messages: number;
  /** A search of a function that has read nothing yet, after the first searches of all have packed the texts, p50. */
  newMs: number;
  /** A search of a function that has searched before, p50. */
  knownMs: number;
  /** What a search of a function that has read nothing reads of DynamoDB, the same at any speed of the machine. */
  newReads: SearchReads;
  /** The same of a function that has searched before. */
  knownReads: SearchReads;
}

interface SearchReads {
  calls: number;
  units: number;
}

const messagesEach = 50;
const wordsEach = 150;

/** Returns texts of words that are as good as random and always the same: they compress no better than a person's. */
function textMaker() {
  let state = 1;
  const word = () => {
    state = (state * 48_271) % 0x7f_ff_ff_ff;
    return (state % 4000).toString(36);
  };
  return () => Array.from({ length: wordsEach }, word).join(' ');
}

/** Measures searches of this number of messages, which are of conversations of fifty. */
export async function measureSearch(messages: number, searches: number): Promise<SearchTimes> {
  const chat = await startChat();
  try {
    const user = chat.newUser();
    const textOf = textMaker();
    for (let first = 0; first < messages; first += messagesEach) {
      const exportId = `conversation ${first}`;
      const texts = Array.from({ length: messagesEach }, (_, place) => ({
        place,
        id: String(place),
        senderRole: place % 2 === 0 ? ('USER' as const) : ('ASSISTANT' as const),
        text: `${textOf()} tea ${first + place}`,
        createTime: first,
      }));
      const conversation = { exportId, title: exportId, createTime: first, updateTime: first, messages: texts };
      await user.routes.importConversations({ ...user.nothing, body: { conversations: [conversation] } });
    }
    const search = async (text: string, routes = chatRoutes(user.ports)) => {
      const begin = performance.now();
      const { remaining, total } = await routes.searchMessages({ ...user.nothing, query: { text } });
      return { remaining, total, ms: performance.now() - begin };
    };
    let packed = await search('tea');
    while (packed.remaining > 0) packed = await search('tea');
    if (packed.total !== messages) throw new Error(`found ${packed.total} of ${messages} messages`);
    const known = chatRoutes(user.ports);
    const readsOfSearch = async (): Promise<SearchReads> => {
      chat.takeCalls();
      await search('tea', known);
      const calls = chat.takeCalls();
      return { calls: calls.length, units: calls.reduce((sum, { units }) => sum + units, 0) };
    };
    const newReads = await readsOfSearch();
    const knownReads = await readsOfSearch();
    const [newTimes, knownTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < searches; round += 1) {
      // A word, a phrase and a word of few messages, in turns.
      const text = ['tea', `"tea ${round}"`, `tea ${messages - round - 1}`][round % 3] ?? '';
      newTimes.push((await search(text)).ms);
      knownTimes.push((await search(text, known)).ms);
    }
    return { messages, newMs: median(newTimes), knownMs: median(knownTimes), newReads, knownReads };
  } finally {
    await chat.stop();
  }
}

const mostMs = 1000;

export const searchRows = ({ messages, newMs, knownMs }: Pick<SearchTimes, 'messages' | 'newMs' | 'knownMs'>): Row[] =>
  [
    { of: 'a function that has read nothing', ms: newMs },
    { of: 'the same function again', ms: knownMs },
  ].map(({ of, ms }) =>
    row(
      14,
      `a search of ${messages.toLocaleString('en-US')} messages, p50, by ${of}`,
      milliseconds(ms),
      `≤ ${milliseconds(mostMs)}`,
      ms <= mostMs,
    ),
  );
