import { expect, it } from '@jest/globals';
import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { channelKey } from 'lambdas/notify/keys';
import { timeKey } from 'lambdas/platform/dynamodb/table';
import { updateItem } from 'lambdas/platform/dynamodb/update-item';
import { duePartition, newsKey } from 'lambdas/platform/news/keys';
import { minuteMs } from 'shared-types/rules/time';
import { startTestDatabase } from '../support/dynamodb/test-table.ts';
import { channelIdOf, newsNumber, testNotify, titlesOf } from '../unit/lambdas/notify/support/test-notify.ts';

const count = 10_000;

it('tells 10,000 news that wait for one channel a hundred a run, and loses none', async () => {
  const database = await startTestDatabase();
  const TableName = await database.createTable();
  const site = testNotify({ client: database.documents, TableName });
  const ref = { userId: 'ann', channelId: channelIdOf(1) };
  const address = { kind: 'webhook' as const, url: 'https://hooks.example.org/a' };
  await site.ports.store.putChannel({ ...ref, address, state: 'on', signingKey: 'whsec_a' });
  const waiting = Array.from({ length: count }, (_, number) => newsNumber(number, { atMs: site.clock.ms }));
  // They are written as the outbox leaves them, because handing each of them out would take minutes here.
  const puts = waiting.map((news) => ({ PutRequest: { Item: { ...newsKey(news.newsId), ...news, parts: [] } } }));
  while (puts.length > 0)
    await database.documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts.splice(0, 25) } }));
  const due = updateItem({
    TableName,
    Key: channelKey(ref),
    set: { dueMs: site.clock.ms, gsi1pk: duePartition, gsi1sk: `${timeKey(site.clock.ms)}#${channelKey(ref).sk}` },
    add: { pending: new Set(waiting.map(({ newsId }) => newsId)) },
  });
  await database.documents.send(new UpdateCommand(due));
  for (let run = 0; run < count / 100; run += 1) {
    await site.work({});
    expect(site.requests).toHaveLength(run + 1);
    site.clock.ms += 15 * minuteMs;
  }
  expect(new Set(titlesOf(site))).toEqual(new Set(['100 new']));
  expect(await site.ports.store.findChannel(ref)).toMatchObject({ pending: new Set(), dueMs: null, sent: 100 });
  await site.work({});
  expect(site.requests).toHaveLength(count / 100);
  await database.stop();
});
