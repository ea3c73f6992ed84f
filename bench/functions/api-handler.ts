import { createHash } from 'node:crypto';
import * as z from 'zod';
import { startBackend } from '../local/backend.ts';
import { median, milliseconds, row, times, type Row } from '../row.ts';

interface ApiHandlerTimes {
  handlerMs: number;
  getItemMs: number;
}

const Ok = z.object({ statusCode: z.literal(200) });

/** Compares the API's simplest call, which reads one item, with asking DynamoDB for that item. */
export async function measureApiHandler(calls: number): Promise<ApiHandlerTimes> {
  const backend = await startBackend();
  try {
    const cookie = await backend.signIn('Ann');
    const event = backend.apiEvent('GET /api/auth/session', { cookie });
    const thread = backend.startThread('AuthHttp', { anchor: new URL('./anchors/get-item.ts', import.meta.url) });
    const { SESSIONS_TABLE_NAME: TableName } = backend.deployment.function('AuthHttp').variables;
    const token = cookie.slice(cookie.indexOf('=') + 1);
    const pk = `SESSION#${createHash('sha256').update(token).digest('hex')}`;
    const getItem = { TableName, Key: { pk: { S: pk }, sk: { S: 'SESSION' } }, ConsistentRead: true };

    const warmUp = Math.ceil(calls / 4);
    const handler: number[] = [];
    const anchor: number[] = [];
    for (let call = 0; call < warmUp + calls; call += 1) {
      const answered = await thread.call('function', event);
      Ok.parse(answered.result);
      const got = await thread.call('anchor', getItem);
      z.object({ Item: z.object({ name: z.object({ S: z.literal('Ann') }) }) }).parse(got.result);
      if (call < warmUp) continue;
      handler.push(answered.ms);
      anchor.push(got.ms);
    }
    return { handlerMs: median(handler), getItemMs: median(anchor) };
  } finally {
    await backend.stop();
  }
}

export function apiHandlerRows({ handlerMs, getItemMs }: ApiHandlerTimes): Row[] {
  const ratio = handlerMs / getItemMs;
  const value = `${times(ratio)} (${milliseconds(handlerMs)} against ${milliseconds(getItemMs)})`;
  return [row(6, 'API handler, p50, against a raw GetItem', value, '≤ 1.80×', ratio <= 1.8)];
}
