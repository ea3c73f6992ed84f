/** @jest-environment jsdom */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { postFile } from 'web/api/post-file';

const received: string[] = [];
let status = 204;
/** The part of S3 that the module needs: the responses to a preflight and to a form. Its rules have tests of their own. */
const server = createServer((request, response) => void respond(request, response));
async function respond(request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request);
  if (request.method === 'POST') received.push(body.toString());
  response.writeHead(request.method === 'OPTIONS' ? 200 : status, { 'access-control-allow-origin': '*' }).end();
}
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening())));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function post(signal = new AbortController().signal) {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const shares: number[] = [];
  const form = { url: `http://127.0.0.1:${port}/uploads/`, fields: { key: 'U1/A1', policy: 'p' } };
  return { shares, sent: postFile(form, new Blob(['a png']), { onProgress: (share) => shares.push(share), signal }) };
}

it('sends the fields before the file, and tells the progress', async () => {
  status = 204;
  const { shares, sent } = post();
  await sent;
  const form = received.pop() ?? '';
  const order = ['name="key"', 'name="policy"', 'name="file"'].map((text) => form.indexOf(text));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(shares.length).toBeGreaterThan(0);
});

it('rejects when the bucket refuses the file', async () => {
  status = 403;
  await expect(post().sent).rejects.toThrow('refused');
});

it('rejects when it is ended', async () => {
  const ending = new AbortController();
  const { sent } = post(ending.signal);
  ending.abort();
  await expect(sent).rejects.toThrow('failed');
});
