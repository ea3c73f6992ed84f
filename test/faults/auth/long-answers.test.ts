import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { boundedFetch } from 'lambdas/auth/google/google-http-client';
import { listen } from 'local/http/listen';

const megabyte = 1024 * 1024;
const wholeBytes = 100 * megabyte;

let server: Server;
let origin: string;
let sentBytes = 0;
async function answer(response: ServerResponse) {
  sentBytes = 0;
  const ended = once(response, 'close');
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"keys":[{"k":"');
  for (const chunk = 'x'.repeat(megabyte); sentBytes < wholeBytes && !response.destroyed; sentBytes += megabyte)
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), ended]);
  response.end('"}]}');
}

beforeAll(async () => {
  server = createServer((_request, response) => void answer(response));
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

describe('an answer of 100 MB from the provider', () => {
  it.each(['/jwks', '/token'])('is given up after its beginning: %s', async (path) => {
    const fetchAnswer = boundedFetch(`${origin}/jwks`);
    const options = { method: 'GET', headers: {}, redirect: 'manual', body: undefined } as const;
    await expect(fetchAnswer(`${origin}${path}`, options)).rejects.toMatchObject({ code: 'unavailable' });
    expect(sentBytes).toBeLessThan(wholeBytes / 2);
  });
});
