import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { newExchange } from 'lambdas/chat/messages/message';
import { newConversation } from 'lambdas/chat/conversations/conversation';
import { messageItem } from 'lambdas/chat/messages/message-item';
import { conversationItem } from 'lambdas/chat/conversations/conversation-item';
import { newId } from 'lambdas/platform/id';
import { ensureTable, tableDefinition } from 'local/aws/dynamodb/tables';
import type { Backend } from '../local/backend.ts';

const atOnce = 8;
const maxBatchSize = 25;

/** As long as most things that people say to each other. */
const question = 'How long does green tea have to stand, and how hot should the water be?';
const answer = 'Two or three minutes, at about eighty degrees: hotter water makes it bitter. '.repeat(4);

/** Creates a table like the chat's, empty. */
export async function chatTable({ deployment, client }: Backend, name: string): Promise<string> {
  const deployed = deployment.tables.find(({ logicalId }) => logicalId.startsWith('Chat'));
  if (!deployed) throw new Error('The app has no table of the chat');
  const TableName = `${deployed.ref}-${name}`;
  await ensureTable(client, { ...tableDefinition(deployed), TableName });
  return TableName;
}

const sessionAt = (userId: string, title: string, atMs: number) =>
  newConversation(
    { userId, conversationId: newId(), title },
    { modelCode: 'gpt-4o', memorySize: 10, effort: null, webSearch: false },
    new Date(atMs),
  );

/** Writes conversations of one user straight to the table, which is faster than the API. */
export async function fillConversations(backend: Backend, userId: string, count: number): Promise<string> {
  const TableName = await chatTable(backend, `sessions-${count}`);
  const nowMs = Date.now();
  await putAll(backend, TableName, count, (serial) =>
    conversationItem(sessionAt(userId, `What I asked about tea, number ${serial}`, nowMs - serial * 1000)),
  );
  return TableName;
}

/** Writes one conversation with `count` messages, half of them answers. */
export async function fillMessages(backend: Backend, userId: string, count: number) {
  const TableName = await chatTable(backend, `messages-${count}`);
  const session = sessionAt(userId, 'Tea', Date.now());
  await putAll(backend, TableName, 1, () => conversationItem(session));
  const rows = Array.from({ length: count / 2 }, () => {
    const exchange = newExchange(session, question, [newId(), newId()], new Date());
    const done = {
      ...exchange.answer,
      status: 'DONE' as const,
      text: answer,
      finishReason: 'stop',
      modelCode: 'gpt-4o',
    };
    return [messageItem(exchange.question), messageItem(done)];
  }).flat();
  await putAll(backend, TableName, rows.length, (serial) => rows[serial] ?? {});
  return { TableName, sessionId: session.conversationId };
}

/** Returns random numbers that are the same in each run. */
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Returns a function that makes texts of a given number of words out of three thousand, of which a few are frequent, as
 * in speech. Every third text is Chinese.
 */
function randomTexts() {
  const random = randomNumbers(7);
  const syllables = 'ka mi to re su no li ve da po en ar is un'.split(' ');
  const word = () => Array.from({ length: 1 + random(4) }, () => syllables[random(syllables.length)]).join('');
  const latin = Array.from({ length: 3000 }, word);
  const chinese = Array.from({ length: 3000 }, () =>
    Array.from({ length: 1 + random(3) }, () => String.fromCharCode(0x4e_00 + random(3500))).join(''),
  );
  return (serial: number, words: number) => {
    const [vocabulary, space] = serial % 3 === 0 ? [chinese, ''] : [latin, ' '];
    return Array.from({ length: words }, () => vocabulary[Math.floor(3000 ** (random(1000) / 1000)) - 1]).join(space);
  };
}

/** Writes conversations of twenty messages, questions of 20 words and answers of 250. */
export async function fillTexts(backend: Backend, userId: string, messages: number): Promise<string> {
  const TableName = await chatTable(backend, `texts-${messages}`);
  const nowMs = Date.now();
  const text = randomTexts();
  const rows = Array.from({ length: messages / 20 }, (_, serial) => {
    const session = sessionAt(userId, `Conversation ${serial}`, nowMs - serial * 1000);
    const exchanges = Array.from({ length: 10 }, () => {
      const exchange = newExchange(session, text(serial, 20), [newId(), newId()], new Date(nowMs));
      const done = { ...exchange.answer, status: 'DONE' as const, text: text(serial, 250), finishReason: 'stop' };
      return [messageItem(exchange.question), messageItem(done)];
    });
    return [conversationItem(session), ...exchanges.flat()];
  }).flat();
  await putAll(backend, TableName, rows.length, (serial) => rows[serial] ?? {});
  return TableName;
}

async function putAll({ documents }: Backend, TableName: string, count: number, rowOf: (serial: number) => object) {
  const starts = Array.from({ length: Math.ceil(count / maxBatchSize) }, (_, batch) => batch * maxBatchSize).values();
  const worker = async () => {
    for (const start of starts) {
      const length = Math.min(maxBatchSize, count - start);
      const writes = Array.from({ length }, (_, index) => ({ PutRequest: { Item: { ...rowOf(start + index) } } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: writes } }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
