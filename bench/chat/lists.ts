import * as z from 'zod';
import type { MeteredCall } from '../../test/support/dynamodb/capacity-meter.ts';
import { type Backend, startBackend } from '../local/backend.ts';
import { fillMessages, fillConversations } from './seed-conversations.ts';
import { median, milliseconds, row, times, type Row } from '../row.ts';

export interface ChatListPage {
  list: 'sessions' | 'messages';
  /** The number of items in the list. */
  items: number;
  shown: number;
  p50Ms: number;
  asked: MeteredCall[];
}

/** Measures the first page of both lists with the real function, for several lengths of the list in turn. */
export async function measureChatLists(sizes: number[], calls: number): Promise<ChatListPage[]> {
  const backend = await startBackend();
  try {
    const { cookie, userId } = await backend.person('Ann');
    const pages = [];
    for (const items of sizes) {
      const sessions = await fillConversations(backend, userId, items);
      const messages = await fillMessages(backend, userId, items);
      const ofSession = backend.apiEvent('GET /api/chat/session/message/list', {
        cookie,
        query: `sessionId=${messages.sessionId}`,
      });
      const ofPerson = backend.apiEvent('GET /api/chat/session/list', { cookie });
      pages.push(await prepared(backend, 'sessions', items, sessions, ofPerson));
      pages.push(await prepared(backend, 'messages', items, messages.TableName, ofSession));
    }
    const warmUp = Math.ceil(calls / 4);
    for (let call = 0; call < warmUp + calls; call += 1) {
      for (const { thread, event, spent } of pages) {
        const { ms } = await thread.call('function', event);
        if (call >= warmUp) spent.push(ms);
      }
    }
    return pages.map(({ list, items, shown, asked, spent }) => ({ list, items, shown, asked, p50Ms: median(spent) }));
  } finally {
    await backend.stop();
  }
}

const Answer = z.object({ statusCode: z.literal(200), body: z.string() });

async function prepared(
  backend: Backend,
  list: ChatListPage['list'],
  items: number,
  TABLE_NAME: string,
  event: unknown,
) {
  const environment = { TABLE_NAME };
  const metered = backend.startThread('ChatHttp', { environment, metered: true });
  backend.meter.take();
  const { result } = await metered.call('function', event);
  const shown = z.array(z.unknown()).parse(JSON.parse(Answer.parse(result).body)).length;
  const asked = backend.meter.take();
  const thread = backend.startThread('ChatHttp', { environment });
  return { list, items, shown, asked, event, thread, spent: new Array<number>() };
}

export const unitsOfQueries = ({ asked }: ChatListPage) =>
  asked.filter(({ operation }) => operation === 'Query').map(({ units }) => units);

/**
 * Returns a row for each size, from the fewest to the most. The time is compared with the list next to last, which
 * should fill just one page.
 */
export function chatListRows(pages: ChatListPage[]): Row[] {
  return (['sessions', 'messages'] as const).flatMap((list) => {
    const ofList = pages.filter((page) => page.list === list);
    const units = ofList.map((page) => {
      const asked = page.asked.map(({ operation, units: cost }) => `${operation} ${cost}`).join(', ');
      const met = unitsOfQueries(page).every((cost) => cost >= 0.5 && cost <= 1.5);
      return row(7, `${list} at ${grouped(page.items)}: units`, asked, '0.5 to 1.5 per Query', met);
    });
    const [onePage, many] = ofList.slice(-2);
    if (!onePage || !many) return units;
    const ratio = many.p50Ms / onePage.p50Ms;
    const what = `${list} at ${grouped(many.items)}: p50, against ${grouped(onePage.items)}`;
    const value = `${times(ratio)} (${milliseconds(many.p50Ms)} against ${milliseconds(onePage.p50Ms)})`;
    return [...units, row(7, what, value, '≤ 1.30×', ratio <= 1.3)];
  });
}

const grouped = (count: number) => count.toLocaleString('en-US');
