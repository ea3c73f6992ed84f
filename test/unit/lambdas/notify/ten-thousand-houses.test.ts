import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { serviceOf } from 'lambdas/notify/services/services';
import * as z from 'zod';
import { startTestDatabase } from '../../../support/dynamodb/test-table.ts';
import { exampleAddresses } from '../../../support/notify/addresses.ts';
import { channelIdOf, newsNumber, testNotify } from './support/test-notify.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** The texts of the messages of these services, in each of its forms. */
const Texts = z.union([
  z.object({ data: z.object({ text: z.string() }) }).transform(({ data }) => data.text),
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

it('tells 10,000 houses of one refresh in one short message a channel, which counts each of them', async () => {
  const { webhook, telegram, slack, ntfy } = exampleAddresses;
  const addresses = [webhook, telegram, slack, ntfy];
  const site = testNotify({ client: database.documents, TableName: await database.createTable() });
  for (const [number, address] of addresses.entries())
    await site.ports.store.putChannel({
      userId: 'ann',
      channelId: channelIdOf(number),
      address,
      state: 'on',
      signingKey: 'whsec_a',
    });
  const groups = Array.from({ length: 8 }, (_, community) => ({
    groupId: String(community),
    name: `小区${community}`,
    entries: Array.from({ length: 1250 }, (__, number) => ({ topic: 'new' as const, title: `House ${number}` })),
    more: 0,
  }));
  await site.desk.tell({ ...newsNumber(1), newsId: 'refresh', groups });
  await site.work({ detail: { newsId: 'refresh' } });
  await site.work({});
  expect(site.requests).toHaveLength(addresses.length);
  for (const [index, { kind }] of addresses.entries()) {
    const text = Texts.parse(JSON.parse(String(site.requests[index]?.body)));
    const shown = text.match(/^NEW /gm)?.length ?? 0;
    const left = [...text.matchAll(/… and (\d+) more/g)].map(([, more]) => Number(more));
    expect(left.reduce((sum, more) => sum + more, shown)).toBe(10_000);
    expect(Buffer.byteLength(text)).toBeLessThan(serviceOf(kind).limits.textBytes + 500);
  }
});
