import { startSite } from '../../test/support/site/site.ts';
import { apiCaller } from '../../test/support/site/caller.ts';
import * as z from 'zod';
import { row, type Row } from '../row.ts';

const everyMs = 1000;

const Calls = z.object({ calls: z.array(z.object({ firstWordAtMs: z.number().optional() })) });

/**
 * Measures the time from the provider's first token to the first poll that shows text, on the running site with a poll each
 * second. The polls start at evenly spread parts of that second, because a provider's time is independent of it.
 */
export async function measureFirstWords(answers: number): Promise<number[]> {
  const site = await startSite();
  try {
    const call = apiCaller(site.origin, await site.signIn('Ann'));
    const waits: number[] = [];
    // The first one meets functions that have to load.
    for (let answer = -1; answer < answers; answer += 1) {
      const { assistantSessionMessageId: sessionMessageId } = await call('POST /api/chat/session/create_with_message', {
        body: { text: 'What is tea?' },
      });
      const params = { sessionMessageId };
      const beganMs = performance.now() + (answer / answers) * everyMs;
      let seenAtMs = 0;
      for (let poll = 0; ; poll += 1) {
        await new Promise((resolve) => setTimeout(resolve, Math.max(beganMs + poll * everyMs - performance.now(), 0)));
        const message = await call('GET /api/chat/session/message/{sessionMessageId}', { params });
        if (seenAtMs === 0 && message.text !== '') seenAtMs = Date.now();
        if (message.status === 'FAILED') throw new Error(`An answer failed: ${message.failure?.code}`);
        if (message.status === 'DONE') break;
      }
      const firstWordAtMs = Calls.parse(await site.control('/model')).calls.at(-1)?.firstWordAtMs ?? Number.NaN;
      if (answer >= 0) waits.push(seenAtMs - firstWordAtMs);
    }
    return waits;
  } finally {
    await site.stop();
  }
}

const line = (name: string, ms: number, maxMs: number) =>
  row(
    9,
    `chat: provider's first token to visible text, 1 s poll, ${name}`,
    `+${(ms / 1000).toFixed(2)} s`,
    `≤ +${(maxMs / 1000).toFixed(2)} s`,
    ms <= maxMs,
  );

export function firstWordsRows(waits: number[]): Row[] {
  const sorted = waits.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
  return [line('p50', at(0.5), 650), line('p90', at(0.9), 1000)];
}
