import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boundedFetch } from 'lambdas/auth/google/google-http-client';
import { listen } from 'local/http/listen';

const server = createServer((request, response) => {
  const length = Number(request.url?.slice(1));
  response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(length - 2)}"`);
});
let origin: string;
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => void server.close());

const lengthOf = async (length: number) => {
  const options = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;
  return (await (await boundedFetch('')(`${origin}/${length}`, options)).text()).length;
};

describe('an answer of Google', () => {
  it('has 256 KB at most, and not one byte more', async () => {
    expect(await lengthOf(256 * 1024)).toBe(256 * 1024);
    await expect(lengthOf(256 * 1024 + 1)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
