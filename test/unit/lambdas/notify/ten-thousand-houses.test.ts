import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { serviceOf } from 'lambdas/notify/services/services';
import type { NewsEntry } from 'lambdas/platform/news/news';
import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';
import * as z from 'zod';
import { startTestDatabase } from '../../../support/dynamodb/test-table.ts';
import { exampleAddresses } from '../../../support/notify/addresses.ts';
import { channelIdOf, newsNumber, type TestNotify, testNotify, titlesOf } from './support/test-notify.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let site: TestNotify;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  site = testNotify({ client: database.documents, TableName: await database.createTable() });
});

/** The texts of the messages of these services, in each of its forms. */
const Texts = z.union([
  z.object({ data: z.object({ text: z.string() }) }).transform(({ data }) => data.text),
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

/** The channels are told at the same time, so their requests come in any order. */
const bodyTo = (host: string | undefined) => String(site.requests.find(({ url }) => new URL(url).host === host)?.body);

/** Returns the news of one refresh about 1,250 houses in each of eight communities. */
const refresh = (entryOf: (community: number, number: number) => Partial<NewsEntry>) => ({
  ...newsNumber(1),
  newsId: 'refresh',
  groups: Array.from({ length: 8 }, (_, community) => ({
    groupId: String(community),
    name: `小区${community}`,
    entries: Array.from({ length: 1250 }, (__, number) => ({
      topic: 'new' as const,
      title: `House ${number}`,
      houseId: `${community}-${number}`,
      url: `https://site.test/${community}-${number}`,
      ...entryOf(community, number),
    })),
  })),
});

/** Returns whether a house is one of the last three of all. */
const isLast = (community: number, number: number) => community === 7 && number >= 1247;

const tell = async (news: ReturnType<typeof refresh>) => {
  await site.desk.tell(news);
  await site.work({ detail: { newsId: 'refresh' } });
  await site.work({});
};

it('tells 10,000 houses of one refresh in one short message a channel, which counts each of them', async () => {
  const { webhook, telegram, slack, ntfy } = exampleAddresses;
  const addresses = [webhook, telegram, slack, ntfy];
  for (const [number, address] of addresses.entries())
    await site.ports.store.putChannel({
      userId: 'ann',
      channelId: channelIdOf(number),
      address,
      state: 'on',
      signingKey: 'whsec_a',
    });
  await tell(refresh(() => ({})));
  expect(site.requests).toHaveLength(addresses.length);
  expect(bodyTo('hooks.example.org')).toContain('"title":"10000 new"');
  const hosts = ['hooks.example.org', 'api.telegram.org', 'hooks.slack.com', 'ntfy.sh'];
  for (const [index, { kind }] of addresses.entries()) {
    const text = Texts.parse(JSON.parse(bodyTo(hosts[index])));
    const shown = text.match(/^NEW /gm)?.length ?? 0;
    const left = [...text.matchAll(/… and (\d+) more/g)].map(([, more]) => Number(more));
    expect(left.reduce((sum, more) => sum + more, shown)).toBe(10_000);
    expect(Buffer.byteLength(text)).toBeLessThan(serviceOf(kind).limits.textBytes + 500);
  }
});

it('tells each person the few of 10,000 houses that they want to hear of', async () => {
  const wants = {
    // Of the last community, the last houses.
    ann: { ...defaultNewsRules, topics: ['cheaper' as const], cheaperBy: 5 },
    bob: { ...defaultNewsRules, communities: [], views: [{ name: 'Two rooms', query: 'minRooms=2' }] },
  };
  for (const [index, [userId, rules]] of Object.entries(wants).entries()) {
    await site.ports.store.putRules(userId, rules);
    const [address, channelId] = [exampleAddresses.webhook, channelIdOf(index)];
    await site.ports.store.putChannel({ userId, channelId, address, state: 'on', signingKey: 'whsec_a' });
  }
  await tell(
    refresh((community, number) => ({
      topic: 'cheaper' as const,
      before: 500,
      price: isLast(community, number) ? 470 : 490,
      ...(number === 900 && { viewsOf: ['bob'] }),
    })),
  );
  expect(titlesOf(site).toSorted()).toEqual(['3 cheaper', '8 cheaper']);
});

it('keeps the whole of the first telling when another one, of a later time, comes at once', async () => {
  const [first, second] = [refresh(() => ({})), refresh(() => ({ topic: 'removed' }))];
  const address = exampleAddresses.webhook;
  const channel = { userId: 'ann', channelId: channelIdOf(1), address, state: 'on' as const, signingKey: 'whsec_a' };
  await site.ports.store.putChannel(channel);
  await site.desk.tell({ ...first, atMs: 7 });
  expect(await site.desk.tell({ ...second, atMs: 9 })).toBe(7);
  expect(await site.ports.store.findUntold('refresh')).toMatchObject({ ...first, atMs: 7, groups: expect.anything() });
  await site.work({});
  expect(titlesOf(site)).toEqual(['10000 new']);
});
