import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listingSite } from 'lambdas/ljmonitor/listing-site/listing-site';
import { lianjia } from 'lambdas/ljmonitor/listing-site/lianjia/lianjia';
import { silentPort } from '../../../../support/silent-port.ts';

const id = '1199027300101';
const list = `<html><head><meta charset="utf-8"><title>柳荫里二手房</title></head><body>
<div class="resultDes"><h2 class="total">共找到<span> 0 </span>套</h2></div><div class="m-noresult"></div></body></html>`;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function siteAnswering(listener: RequestListener) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return `http://127.0.0.1:${port}`;
}

const now = () => new Date('2026-03-01T08:00:00Z');
const siteAt = (origin: string) => listingSite(lianjia, origin, { now });
const pageFrom = async (listener: RequestListener, withinMs = 30_000) =>
  siteAt(await siteAnswering(listener)).page(id, 1, withinMs);

const bombOfBrotli = (size: number) =>
  brotliCompressSync(Buffer.alloc(size, 'x'), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

/** Sends a few bytes every 20 ms and never ends. */
const drip: RequestListener = (_, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('<li>'), 20);
  response.on('close', () => clearInterval(timer));
};

describe('the listing site', () => {
  it('requests pages from the configured origin with its own user agent', async () => {
    const asked: string[] = [];
    const origin = await siteAnswering(({ url, headers }, response) => {
      asked.push(`${url} ${headers['user-agent']}`);
      response.end(list);
    });
    const site = siteAt(`${origin}/`);
    expect(await site.page(id, 1)).toMatchObject({ kind: 'page', page: { class: 'empty', declaredTotal: 0 } });
    await site.page(id, 7);
    expect(site.houseUrl('101133895297')).toBe(`${origin}/ershoufang/101133895297.html`);
    expect(site.resblockUrl(id)).toBe(`${origin}/xiaoqu/${id}/`);
    expect(asked).toEqual([
      expect.stringMatching(/^\/ershoufang\/c1199027300101\/ .*listing-monitor/),
      expect.stringMatching(/^\/ershoufang\/pg7c1199027300101\/ /),
    ]);
  });

  it.each([
    ['gzip', 'no gzip'],
    ['br', 'no brotli'],
  ])('says that a page whose %s cannot be unpacked is broken', async (encoding, body) => {
    const answer = await pageFrom((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body));
    expect(answer).toEqual({ kind: 'failed', reason: 'The listing site sent a broken page.' });
  });

  it('reads compressed pages and pages in GBK', async () => {
    const packed = await pageFrom((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(list));
    });
    expect(packed).toMatchObject({ kind: 'page', page: { class: 'empty' } });
    // These bytes are '登录' in GBK.
    const old = await pageFrom((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=GBK' });
      response.end(
        Buffer.concat([Buffer.from('<title>'), Buffer.from([0xb5, 0xc7, 0xc2, 0xbc]), Buffer.from('</title>')]),
      );
    });
    expect(old).toMatchObject({ kind: 'page', page: { class: 'login' } });
    const wrong = await pageFrom((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=GBK' }).end('<title>登录</title>');
    });
    expect(wrong).toMatchObject({ kind: 'page', page: { class: 'login' } });
  });

  it.each([
    [401, {}, { kind: 'refused', refusal: 'login' }],
    [403, {}, { kind: 'refused', refusal: 'banned' }],
    [418, {}, { kind: 'refused', refusal: 'banned' }],
    [429, { 'retry-after': '120' }, { kind: 'refused', refusal: 'throttled', retryAfterMs: 120_000 }],
    [404, {}, { kind: 'notFound' }],
    [500, {}, { kind: 'failed', reason: 'The listing site answered with status 500.' }],
    [503, { 'retry-after': 'Sun, 01 Mar 2026 08:01:00 GMT' }, { kind: 'failed', retryAfterMs: 60_000 }],
    [302, { location: 'http://hip.site.test/captcha?x=1' }, { kind: 'refused', refusal: 'blocked' }],
    [302, { location: 'http://hip.site.test/forbidden' }, { kind: 'refused', refusal: 'banned' }],
    [302, { location: 'https://clogin.site.test/login?service=x' }, { kind: 'refused', refusal: 'login' }],
    [301, { location: 'https://passport.site.test/' }, { kind: 'refused', refusal: 'login' }],
    [302, { location: 'http://169.254.169.254/latest/meta-data/' }, { kind: 'refused', refusal: 'redirected' }],
    [302, { location: '/captcha' }, { kind: 'refused', refusal: 'blocked' }],
    [302, { location: '/ershoufang/there/' }, { kind: 'failed' }],
    [302, {}, { kind: 'failed' }],
  ])('turns the answer %i %j into %j', async (status, headers, expected) => {
    expect(await pageFrom((_, response) => response.writeHead(status, headers).end())).toMatchObject(expected);
  });

  it('follows redirects within the origin', async () => {
    const moved = await pageFrom(({ url }, response) => {
      if (url === '/new/') response.end(list);
      else response.writeHead(301, { location: '/new/' }).end();
    });
    expect(moved).toMatchObject({ kind: 'page', page: { class: 'empty' } });
  });

  it('gives up a site that is silent or drips', async () => {
    expect(await pageFrom(() => undefined, 200)).toEqual({
      kind: 'failed',
      reason: 'The listing site did not respond in time.',
    });
    expect(await pageFrom(drip, 300)).toEqual({ kind: 'failed', reason: 'The listing site did not respond in time.' });
  });

  it.each([
    ['long', (size: number) => ({ body: Buffer.alloc(size, 'x'), headers: {} })],
    [
      'a bomb of gzip',
      (size: number) => ({ body: gzipSync(Buffer.alloc(size * 10, 'x')), headers: { 'content-encoding': 'gzip' } }),
    ],
    ['a bomb of brotli', (size: number) => ({ body: bombOfBrotli(size * 10), headers: { 'content-encoding': 'br' } })],
  ])('rejects a page that is %s', async (_, made) => {
    const { body, headers } = made(6_000_000);
    const answer = await pageFrom((_request, response) => response.writeHead(200, headers).end(body));
    expect(answer).toEqual({ kind: 'failed', reason: 'The page is longer than 5 MB.' });
  });

  it.each([
    [
      'breaks off',
      (response: ServerResponse) =>
        response.writeHead(200, { 'content-length': 1000 }).write('<ul>', () => response.destroy()),
    ],
    [
      'sends invalid gzip',
      (response: ServerResponse) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no'),
    ],
    [
      'uses an unknown compression',
      (response: ServerResponse) => response.writeHead(200, { 'content-encoding': 'zip' }).end('no'),
    ],
  ])('fails when the site %s', async (_, answer) => {
    expect(await pageFrom((_request, response) => void answer(response))).toMatchObject({ kind: 'failed' });
  });

  it('fails without naming the address when the site is down', async () => {
    const silent = await silentPort();
    const answer = await siteAt(silent.origin).page(id, 1);
    silent.close();
    expect(answer).toEqual({ kind: 'failed', reason: 'The listing site could not be reached (ECONNREFUSED).' });
  });

  it('sends the cookie to no other site than the configured one', async () => {
    const seen: unknown[] = [];
    const answer: RequestListener = ({ headers }, response) => {
      seen.push(headers.cookie);
      response.end(list);
    };
    const [own, other] = [await siteAnswering(answer), await siteAnswering(answer)];
    const site = listingSite(lianjia, own, { now, cookie: async () => 'secret' });
    await site.page(id, 1);
    await site.page(id, 1, undefined, other);
    expect(seen).toEqual(['secret', undefined]);
  });

  it('sends the cookie after redirects within the origin, and to no other host', async () => {
    const seen: string[] = [];
    const see: RequestListener = ({ url, headers }) => seen.push(`${url} ${headers.cookie ?? 'nothing'}`);
    const other = await siteAnswering((request, response) => {
      see(request, response);
      response.end(list);
    });
    const origin = await siteAnswering((request, response) => {
      see(request, response);
      const location = request.url === '/new/' ? `${other}/new/` : '/new/';
      response.writeHead(302, { location }).end();
    });
    const site = listingSite(lianjia, origin, { now, cookie: async () => ' lianjia_token=secret \n' });
    expect(await site.page(id, 1)).toEqual({ kind: 'refused', refusal: 'redirected' });
    expect(seen).toEqual([`/ershoufang/c${id}/ lianjia_token=secret`, '/new/ lianjia_token=secret']);
  });

  it.each([
    ['is missing', async () => undefined],
    ['is empty', async () => ' '],
    [
      'may not be read',
      async () => {
        throw new Error('AccessDeniedException: lianjia_token=secret');
      },
    ],
    ['is no header value', async () => 'a\u0000secret'],
  ])('sends no request when the cookie %s, and does not reveal it', async (_, cookie) => {
    let asked = 0;
    const origin = await siteAnswering((_request, response) => {
      asked += 1;
      response.end(list);
    });
    const answer = await listingSite(lianjia, origin, { now, cookie }).page(id, 1);
    expect(answer).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/cookie/) });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(asked).toBe(0);
  });

  it('reads public sites over HTTPS only', async () => {
    expect(await siteAt('http://93.184.216.34').page(id, 1)).toEqual({
      kind: 'failed',
      reason: 'The listing site must be read over https.',
    });
  });
});
