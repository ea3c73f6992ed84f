import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { httpHandler } from 'lambdas/platform/http/http-handler';
import { endpoint } from 'shared-types/contract/endpoint';
import * as z from 'zod';
import { apiEvent } from '../../../../support/contract/api-event.ts';

const shape = {
  access: 'public',
  body: z.strictObject({ amount: z.number() }),
  response: z.object({ sum: z.number() }),
} as const;
const api = {
  add: endpoint('POST /api/add', shape),
  addPacked: endpoint('POST /api/packed', { ...shape, gzip: { sent: 1000, unpacked: 100_000 } }),
  addLong: endpoint('POST /api/long', { ...shape, gzip: { sent: 2_000_000, unpacked: 10_000_000 } }),
};
const add = async ({ body }: { body: { amount: number } }) => ({ sum: body.amount + 1 });
const handler = httpHandler(
  api,
  { add, addPacked: add, addLong: add },
  { originVerify: 'secret', now: () => new Date(0), audit: undefined, sessions: { find: async () => undefined } },
);

const packed = { 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' };
const send = async (bytes: Buffer, headers: Record<string, string> = packed, route = 'POST /api/packed') => {
  const sent = { 'x-origin-verify': 'secret', ...headers };
  const event = { ...apiEvent(route, { headers: sent }), body: bytes.toString('base64'), isBase64Encoded: true };
  const { statusCode, body = '' } = await handler(event);
  const answer: unknown = JSON.parse(body);
  return { status: statusCode, body: answer };
};

const json = (text: string) => gzipSync(text);
const padded = (length: number) => json('{"amount":5}'.padEnd(length));
const plain = (text: string) => send(Buffer.from(text), { 'content-type': 'application/json' });

describe('a compressed body', () => {
  it('is unpacked for a call that takes one', async () => {
    expect(await send(json('{"amount":5}'))).toEqual({ status: 200, body: { sum: 6 } });
    expect((await send(json('{"amount":5}'), packed, 'POST /api/add')).status).toBe(400);
  });

  it('may have as many bytes as the contract says, packed and unpacked, and not one more', async () => {
    expect((await send(padded(100_000))).status).toBe(200);
    expect(await send(padded(100_001))).toMatchObject({ status: 413, body: { errorCode: 'tooLarge' } });
    expect((await send(Buffer.alloc(1000))).status).toBe(400);
    expect((await send(Buffer.alloc(1001))).status).toBe(413);
  });

  it('is unpacked up to its limit only, so that a bomb fills no memory', async () => {
    const bomb = gzipSync(Buffer.alloc(900_000));
    expect(bomb.length).toBeLessThan(1000);
    // Unpacking all of it would find that its checksum is wrong.
    bomb.writeUInt32LE(0, bomb.length - 8);
    expect((await send(bomb)).status).toBe(413);
  });

  it.each([
    ['text that is not packed', Buffer.from('{"amount":5}')],
    ['half of it', json('{"amount":5}').subarray(0, 12)],
    ['nothing', Buffer.alloc(0)],
    ['gzip of something else than JSON', json('<html>')],
    ['bytes that are no UTF-8', gzipSync(Buffer.from([0x22, 0xff, 0x22]))],
  ])('is refused as bad input: %s', async (_, bytes) => {
    expect(await send(bytes)).toMatchObject({ status: 400, body: { errorCode: 'invalid' } });
  });

  it('is refused by a short answer when it has megabytes of unknown keys', async () => {
    const keys = Array.from({ length: 250_000 }, (_, at) => `"unknown-key-${at}":0`);
    const { status, body } = await send(json(`{${keys.join()}}`), packed, 'POST /api/long');
    expect({ status, body }).toMatchObject({ status: 400, body: { errorCode: 'invalid' } });
    expect(JSON.stringify(body).length).toBeLessThan(2000);
  });

  it('may be sent without compression, in the size of any other body', async () => {
    expect((await plain('{"amount":5}')).status).toBe(200);
    expect((await plain('{"amount":5}'.padEnd(256 * 1024 + 1))).status).toBe(413);
  });
});
