import * as z from 'zod';
import { startBackend } from '../local/backend.ts';
import { median, milliseconds, row, type Row, sum } from '../row.ts';
import { fillTexts } from './seed-conversations.ts';

export interface MessageSearch {
  messages: number;
  found: number;
  /** The units of the calls that read all messages and pack them, of a call by a new function, and of its next one. */
  buildUnits: { read: number; written: number };
  firstUnits: number;
  nextUnits: number;
  firstMs: number;
  nextMs: number;
}

const Answer = z.object({ statusCode: z.literal(200), body: z.string() });
const Found = z.object({ total: z.number(), remaining: z.number() });

/** Measures the search of all messages with the real function: before there are packs, with them, and with them in memory. */
export async function measureMessageSearch(messages: number, calls: number): Promise<MessageSearch> {
  const backend = await startBackend();
  try {
    const { cookie, userId } = await backend.person('Ann');
    const environment = { TABLE_NAME: await fillTexts(backend, userId, messages) };
    const search = (text: string) =>
      backend.apiEvent('GET /api/chat/session/message/search', { cookie, query: `text=${encodeURIComponent(text)}` });
    const event = search('mire kano');
    const found = (result: unknown) => Found.parse(JSON.parse(Answer.parse(result).body));
    const units = () => {
      const asked = Object.groupBy(backend.meter.take(), ({ operation }) =>
        /Put|Update|Transact/.test(operation) ? 'written' : 'read',
      );
      const of = (kind: 'read' | 'written') => sum((asked[kind] ?? []).map((each) => each.units));
      return { read: of('read'), written: of('written') };
    };
    const builder = backend.startThread('ChatHttp', { environment, metered: true });
    backend.meter.take();
    for (let isDone = false; !isDone;) isDone = found((await builder.call('function', event)).result).remaining === 0;
    const buildUnits = units();

    const metered = backend.startThread('ChatHttp', { environment, metered: true });
    const { total } = found((await metered.call('function', event)).result);
    const firstUnits = units().read;
    found((await metered.call('function', search('su no'))).result);
    const nextUnits = units().read;

    const [firstTimes, nextTimes]: [number[], number[]] = [[], []];
    for (let call = 0; call < calls; call++) {
      const thread = backend.startThread('ChatHttp', { environment });
      // The code of the function is loaded by a call that searches nothing.
      await thread.call('function', search(' '));
      firstTimes.push((await thread.call('function', event)).ms);
      for (const text of ['kato su', '的', '"mi to"']) nextTimes.push((await thread.call('function', search(text))).ms);
      await thread.end();
    }
    const [firstMs, nextMs] = [median(firstTimes), median(nextTimes)];
    return { messages, found: total, buildUnits, firstUnits, nextUnits, firstMs, nextMs };
  } finally {
    await backend.stop();
  }
}

export function messageSearchRows({ messages, ...measured }: MessageSearch): Row[] {
  const { buildUnits, firstUnits, nextUnits, firstMs, nextMs } = measured;
  const what = `search of ${messages.toLocaleString('en-US')} messages`;
  const perMessage = (buildUnits.read + buildUnits.written) / messages;
  return [
    row(21, `${what}: p50`, milliseconds(firstMs), '≤ 1,000 ms', firstMs <= 1000),
    row(21, `${what}, in memory: p50`, milliseconds(nextMs), '≤ 1,000 ms', nextMs <= 1000),
    row(21, `${what}: units`, `${firstUnits}, then ${nextUnits}`, '≤ 0.1 a message', firstUnits <= messages / 10),
    row(
      21,
      `packing of ${messages.toLocaleString('en-US')} messages: units`,
      `${buildUnits.read} read, ${buildUnits.written} written`,
      '≤ 3 a message, once',
      perMessage <= 3,
    ),
  ];
}
