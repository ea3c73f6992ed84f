import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { outsidePoster } from 'lambdas/platform/outside/post';
import { listen } from 'local/http/listen';

let close = async () => {};
afterEach(() => close());

/** Posts to a server that answers like this. */
async function postTo(answer: RequestListener, timeoutMs?: number) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  const reply = await outsidePoster(origin, timeoutMs)({ url: 'https://hooks.example.org/a', headers: {}, body: '{}' });
  return { ...reply, requests };
}

describe('a post to a server that a person has named', () => {
  it('follows no redirect', async () => {
    const reply = await postTo((_, response) => response.writeHead(307, { location: 'http://127.0.0.1/' }).end());
    expect(reply).toMatchObject({ status: 307, requests: 1 });
  });

  it('connects to no private address to which a public name leads', async () => {
    const post = outsidePoster('', 1000, (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]));
    await expect(post({ url: 'https://hooks.example.org/a', headers: {}, body: '' })).rejects.toMatchObject({
      code: 'privateAddress',
    });
  });

  it('reads the beginning of a long answer, and ends it', async () => {
    const closed = Promise.withResolvers<boolean>();
    const { body } = await postTo((_, response) => {
      response.on('close', () => closed.resolve(response.writableFinished));
      response.end(Buffer.alloc(10_000_000, 'a'));
    });
    expect(body).toBe('a'.repeat(16_384));
    expect(await closed.promise).toBe(false);
  });

  it('ends without an answer in time', async () => {
    await expect(postTo(() => {}, 100)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('keeps the status and the beginning of an answer that stops in the middle', async () => {
    const reply = await postTo((request, response) =>
      response.writeHead(200, { 'content-length': '2' }).write('{', () => request.socket.end()),
    );
    expect(reply).toMatchObject({ status: 200, body: '{' });
  });

  it.each([
    ['120', 120],
    ['Sun, 01 Mar 2026 00:02:00 GMT', 120],
    ['Sat, 28 Feb 2026 00:00:00 GMT', undefined],
    ['soon', undefined],
    ['2026', 2026],
    ['2592000', 2_592_000],
  ])('reads when to try again: %s', async (header, seconds) => {
    const headers = { 'retry-after': header, date: 'Sun, 01 Mar 2026 00:00:00 GMT' };
    const { retryAfter } = await postTo((_, response) => response.writeHead(429, headers).end());
    expect(retryAfter).toBe(seconds);
  });

  it('counts by its own clock up to the date of a server that does not tell the time', async () => {
    const { retryAfter } = await postTo((_, response) => {
      response.sendDate = false;
      response.writeHead(429, { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' }).end();
    });
    expect(retryAfter).toBeGreaterThan(86_400);
  });
});
