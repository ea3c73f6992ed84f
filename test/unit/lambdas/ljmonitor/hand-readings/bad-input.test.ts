import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { httpHandler } from 'lambdas/platform/http/http-handler';
import { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import { apiEvent } from '../../../../support/contract/api-event.ts';
import { listPagesToHandIn } from 'lambdas/ljmonitor/hand-readings/pages-to-hand-in';
import { page as markup } from '../support/markup.ts';
import { listUrl, sitePages } from '../support/site-pages.ts';
import { useMonitorDatabase } from '../support/test-monitor.ts';
import { ann, bob } from '../support/test-routes.ts';
import { houses, lake, monitorTracking, willows } from '../support/tracked-communities.ts';

const database = await useMonitorDatabase();
const megabyte = 1_000_000;

/** Creates a monitor whose users send compressed pages to its function, as browsers do. */
async function monitorOverHttp() {
  const monitor = await monitorTracking(database, { [willows]: 0, [lake]: 0 });
  const handler = httpHandler(ljmonitorApi, ljmonitorRoutes(monitor.ports), {
    originVerify: 'secret',
    now: monitor.ports.now,
    audit: undefined,
    sessions: { find: async (token) => [ann, bob].find(({ name }) => name === token) },
  });
  async function send(bytes: Buffer, { name } = ann) {
    const headers = {
      'x-origin-verify': 'secret',
      'content-type': 'application/octet-stream',
      'content-encoding': 'gzip',
    };
    const event = apiEvent('POST /api/ljmonitor/page', { headers, cookies: [`__Host-sid=${name}`] });
    const answer = await handler({ ...event, body: bytes.toString('base64'), isBase64Encoded: true });
    const body: unknown = JSON.parse(answer.body ?? '');
    return { status: answer.statusCode, body };
  }
  const titles = async (resblockId: string) => (await houses(monitor, resblockId)).map(({ title }) => title).toSorted();
  return { monitor, send, titles, handIn: (page: object, user = ann) => send(gzipSync(JSON.stringify(page)), user) };
}

const pageOf = (resblockId: string, count: number) =>
  sitePages({ resblockId, houses: Array.from({ length: count }, (_, index) => index + 1) });

/** Returns the page, as long as a body may be, or longer by `more` bytes. */
function padded(page: { url: string; html: string }, more: number) {
  const missing = 5 * megabyte + more - Buffer.byteLength(JSON.stringify(page));
  return { ...page, html: page.html + ' '.repeat(missing) };
}

describe('a page that is handed in over HTTP', () => {
  it('may have 5 MB, and is refused with one byte more', async () => {
    const { monitor, handIn } = await monitorOverHttp();
    const [page] = pageOf(willows, 2);
    if (!page) throw new Error('a page');
    const before = await monitor.rows();
    expect(await handIn(padded(page, 1))).toMatchObject({ status: 413, body: { errorCode: 'tooLarge' } });
    expect(await monitor.rows()).toEqual(before);
    expect(await handIn(padded(page, 0))).toMatchObject({ status: 200, body: { outcome: 'complete', houses: 2 } });
  });

  it.each([
    ['a bomb', gzipSync(Buffer.alloc(200 * megabyte)), 413],
    ['more than 1 MB as it is sent', Buffer.alloc(megabyte + 1), 413],
    ['half of a compressed page', gzipSync(JSON.stringify(pageOf(willows, 2)[0])).subarray(0, 200), 400],
    ['a page without compression', Buffer.from(JSON.stringify(pageOf(willows, 2)[0])), 400],
    ['a page in another encoding', gzipSync(Buffer.from(JSON.stringify(pageOf(willows, 2)[0]), 'utf16le')), 400],
  ])('changes nothing when it is %s', async (_, bytes, status) => {
    const { monitor, send } = await monitorOverHttp();
    const before = await monitor.rows();
    expect((await send(bytes)).status).toBe(status);
    expect(await monitor.rows()).toEqual(before);
  });

  it('is refused in a short sentence when it has 5 MB of keys that nobody knows', async () => {
    const { send } = await monitorOverHttp();
    const keys = Array.from({ length: 250_000 }, (_, index) => `"key-${index}":0`);
    const { status, body } = await send(gzipSync(`{${keys.join(',')}}`));
    expect(status).toBe(400);
    expect(body).toMatchObject({ errorCode: 'invalid', message: expect.stringContaining('Unrecognized keys') });
    expect(JSON.stringify(body).length).toBeLessThan(2000);
  });

  it('has as many pages as the site shows, whatever it says of itself', async () => {
    const { monitor, handIn } = await monitorOverHttp();
    const [first] = pageOf(willows, 2);
    if (!first) throw new Error('a page');
    const saying = (totalPage: string) => ({ ...first, html: first.html.replace(/totalPage\W+\d+/, totalPage) });
    const { body } = await handIn(saying('totalPage":1000000'));
    expect(body).toMatchObject({
      outcome: 'saved',
      pages: 100,
      missing: Array.from({ length: 99 }, (_, index) => index + 2),
    });
    const [community] = (await listPagesToHandIn(monitor.ports, ann)).communities;
    expect(community?.pages).toHaveLength(100);
    expect((await handIn(saying('totalPage":0'), bob)).body).toMatchObject({ outcome: 'complete', pages: 1 });
  });

  it.each(['{"totalPage":0,"curPage":1}', '{"totalPage":1,"curPage":1}', '{}'])(
    'may be of a community without houses, with the pager %s',
    async (pager) => {
      const { handIn } = await monitorOverHttp();
      const html = markup('<div class="m-noresult"></div>', { total: '共找到 0 套', pager });
      const answer = await handIn({ url: listUrl(willows), html });
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'complete', pages: 1, houses: 0, missing: [] } });
    },
  );

  it('belongs to its community when the pages of two are mixed', async () => {
    const { handIn, titles } = await monitorOverHttp();
    const mixed = pageOf(willows, 5).flatMap((page, index) => [page, pageOf(lake, 6)[index] ?? page]);
    const answers = [];
    for (const page of mixed) answers.push((await handIn(page)).body);
    expect(answers.slice(-2)).toMatchObject([
      { outcome: 'complete', resblockId: willows },
      { outcome: 'complete', resblockId: lake },
    ]);
    expect([await titles(willows), await titles(lake)].map(({ length }) => length)).toEqual([5, 6]);
  });

  it('makes one version of each house when two people hand in the same pages at once', async () => {
    const { monitor, handIn, titles } = await monitorOverHttp();
    const pages = pageOf(willows, 5);
    const answers = await Promise.all(
      pages.flatMap((page) => [ann, bob].map(async (user) => (await handIn(page, user)).status)),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await titles(willows)).toHaveLength(5);
    expect((await monitor.rows()).filter(({ sk }) => String(sk).startsWith('VERSION'))).toEqual([]);
    expect(await monitor.ports.store.findResblock(willows)).toMatchObject({ state: 'OK', houseCount: 5 });
  });
});
