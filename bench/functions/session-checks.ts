import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { startBackend } from '../local/backend.ts';
import { milliseconds, p95, row, type Row, times } from '../row.ts';
import type { TimedThread } from './timed-thread.ts';

interface SessionChecks {
  checkMs: number[];
  getItemMs: number[];
}

interface Load {
  perSecond: number;
  seconds: number;
}

const instances = 4;
const Ok = z.object({ statusCode: z.literal(200) });
const Found = z.object({ Item: z.object({ name: z.object({ S: z.literal('Ann') }) }) });

/** Measures the session check at a steady rate against a plain read of the same item at the same rate. */
export async function measureSessionChecks(load: Load): Promise<SessionChecks> {
  const backend = await startBackend();
  try {
    const cookie = await backend.signIn('Ann');
    const event = backend.apiEvent('GET /api/auth/session', { cookie });
    const { SESSIONS_TABLE_NAME: TableName } = backend.deployment.function('AuthHttp').variables;
    const token = cookie.slice(cookie.indexOf('=') + 1);
    const pk = `SESSION#${createHash('sha256').update(token).digest('hex')}`;
    const getItem = { TableName, Key: { pk: { S: pk }, sk: { S: 'SESSION' } }, ConsistentRead: true };
    const anchor = new URL('./anchors/get-item.ts', import.meta.url);
    const threads = Array.from({ length: instances }, () => backend.startThread('AuthHttp', { anchor }));
    const check = async (thread: TimedThread) => void Ok.parse((await thread.call('function', event)).result);
    const get = async (thread: TimedThread) => void Found.parse((await thread.call('anchor', getItem)).result);
    const warmUp = { ...load, seconds: Math.ceil(load.seconds / 4) };
    for (const work of [check, get]) await atRate(warmUp, threads, work);
    return { getItemMs: await atRate(load, threads, get), checkMs: await atRate(load, threads, check) };
  } finally {
    await backend.stop();
  }
}

/** Starts each call when it is due, even while earlier ones run. Returns the times from when each was due to its answer. */
async function atRate(
  { perSecond, seconds }: Load,
  threads: TimedThread[],
  work: (thread: TimedThread) => Promise<void>,
) {
  const began = performance.now();
  const total = perSecond * seconds;
  const took: number[] = [];
  let next = 0;
  await Promise.all(
    threads.map(async (thread) => {
      while (next < total) {
        const dueMs = began + (next++ * 1000) / perSecond;
        const early = dueMs - performance.now();
        if (early > 0) await pause(early);
        await work(thread);
        took.push(performance.now() - dueMs);
      }
    }),
  );
  return took;
}

export function sessionCheckRows({ checkMs, getItemMs }: SessionChecks): Row[] {
  const ratio = p95(checkMs) / p95(getItemMs);
  const value = `${times(ratio)} (${milliseconds(p95(checkMs))} against ${milliseconds(p95(getItemMs))})`;
  return [row(15, '200 session checks a second, p95, against raw GetItems', value, '≤ 3.00×', ratio <= 3)];
}
