import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { atomFeed } from 'lambdas/notify/messages/atom';
import { notifyRoutes } from 'lambdas/notify/routes';
import { Reply } from 'lambdas/platform/http/reply';
import { sha256 } from 'lambdas/platform/token';
import { startTestDatabase } from '../../../support/dynamodb/test-table.ts';
import { channelIdOf, newsNumber, type TestNotify, testNotify } from './support/test-notify.ts';
import { person } from '../../../support/person.ts';

const ann = person('ann', 'Ann');
const nothing = { params: {}, query: {}, body: {}, user: ann };
const request = { cookie: () => '', header: () => undefined, audit: () => {} };

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let tableName: string;
let site: TestNotify;
let routes: ReturnType<typeof notifyRoutes>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  tableName = await database.createTable();
  site = testNotify({ client: database.documents, TableName: tableName });
  routes = notifyRoutes(site.ports);
});

const on = (number: number) => ({ ...nothing, params: { channelId: channelIdOf(number) } });
const tokenOf = (path: string | null) => path?.slice(path.lastIndexOf('/') + 1) ?? '';
async function add(number: number, secret = number) {
  site.ports.newToken = () => Buffer.alloc(32, secret).toString('base64url');
  const { feedPath, settings } = await routes.putChannel({ ...on(number), body: { address: { kind: 'feed' } } });
  return { feedPath, feedToken: tokenOf(feedPath), settings };
}
async function read(feedToken: string) {
  const reply = await routes.getFeed({ ...nothing, params: { feedToken }, user: undefined, request });
  if (!(reply instanceof Reply)) throw new Error('it has no headers');
  expect(reply.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  return reply.answer;
}
const titlesIn = (feed: string) => [...feed.matchAll(/<entry><title>([^<]*)/g)].map(([, title]) => title);
const tell = async (number: number) => {
  await site.desk.tell(newsNumber(number, { atMs: site.clock.ms }));
  await site.work({ detail: { newsId: newsNumber(number).newsId } });
};

describe('a feed', () => {
  it('has an address that is shown once and stored as a hash', async () => {
    const { feedPath, feedToken, settings } = await add(1);
    expect(feedPath).toBe(`/api/notify/feed/${feedToken}`);
    expect(feedToken).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify([settings, await site.ports.store.listAllChannels()]);
    expect(stored).not.toContain(feedToken);
  });

  it('has the news of its person, the newest first, and its test', async () => {
    const { feedToken } = await add(1);
    expect(titlesIn(await read(feedToken))).toEqual([]);
    await tell(1);
    site.clock.ms += 60_000;
    await routes.testChannel(on(1));
    const feed = await read(feedToken);
    expect(titlesIn(feed)).toEqual(['A test', '1 new']);
    expect(feed).toContain('<content type="text">小区1\nNEW House &lt;1&gt;</content>');
    expect(feed).toContain(`<updated>${new Date(site.clock.ms).toISOString()}</updated>`);
  });

  it('has a message once whose delivery was repeated', async () => {
    const { feedToken } = await add(1);
    const { store } = site.ports;
    site.ports.store = { ...store, endDelivery: () => Promise.reject(new Error('crash')) };
    await expect(tell(1)).rejects.toThrow('crash');
    site.ports.store = store;
    site.clock.ms += 15 * 60_000;
    await site.work({});
    expect(titlesIn(await read(feedToken))).toEqual(['1 new']);
  });

  it('is of one person, and is gone once it is removed or has another address', async () => {
    const [first, second] = [await add(1), await add(2)];
    await tell(1);
    await routes.deleteChannel(on(1));
    await expect(read(first.feedToken)).rejects.toMatchObject({ code: 'notFound' });
    site.ports.newToken = () => Buffer.alloc(32, 9).toString('base64url');
    const { feedPath } = await routes.putChannel({ ...on(2), body: { address: { kind: 'feed' } } });
    await expect(read(second.feedToken)).rejects.toMatchObject({ code: 'notFound' });
    expect(titlesIn(await read(tokenOf(feedPath)))).toEqual([]);
    await expect(read('A'.repeat(43))).rejects.toMatchObject({ code: 'notFound' });
  });

  it('costs one read when its secret is wrong, however many channels there are', async () => {
    for (const number of [1, 2, 3]) await add(number);
    const send = jest.spyOn(database.documents, 'send');
    await expect(read('A'.repeat(43))).rejects.toMatchObject({ code: 'notFound' });
    expect(send).toHaveBeenCalledTimes(1);
    send.mockRestore();
  });

  it('has one address after two tabs have renewed it at once', async () => {
    const first = await add(1, 3);
    const renewed = await Promise.all([add(1), add(1, 2)]);
    const open = await Promise.all(
      [first, ...renewed].map(async ({ feedToken }) => site.ports.store.findFeed(sha256(feedToken))),
    );
    expect(open.filter((channel) => channel !== undefined)).toHaveLength(1);
    const { Items: guards = [] } = await database.documents.send(
      new ScanCommand({
        TableName: tableName,
        FilterExpression: 'begins_with(pk, :prefix)',
        ExpressionAttributeValues: { ':prefix': 'ADDRESS#' },
      }),
    );
    expect(guards).toHaveLength(1);
  });

  it('is not opened by the empty secret of other channels', async () => {
    await routes.putChannel({ ...on(1), body: { address: { kind: 'webhook', url: 'https://hooks.example.org/a' } } });
    await expect(read('')).rejects.toMatchObject({ code: 'notFound' });
  });
});

describe('atomFeed', () => {
  it('writes what XML can hold', () => {
    const entry = { id: 'c-1', title: 'a < b & "c"', text: 'x\u0000\u001B\uD800y\uFFFE🦄', url: '/?a=1&b=2', atMs: 0 };
    const feed = atomFeed({
      url: 'https://home.test/f',
      origin: 'https://home.test',
      channelId: 'c',
      language: 'zh',
      entries: [entry],
      now: new Date(1),
    });
    expect(feed).toContain('<title>a &lt; b &amp; &quot;c&quot;</title>');
    expect(feed).toContain('<content type="text">x\uFFFDy🦄</content>');
    expect(feed).toContain('href="/?a=1&amp;b=2"');
  });
});
