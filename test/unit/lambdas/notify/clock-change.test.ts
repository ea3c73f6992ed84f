import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { defaultNewsRules, type NewsRules } from 'shared-types/rules/notify/news-rules';
import { minuteMs } from 'shared-types/rules/time';
import { startTestDatabase } from '../../../support/dynamodb/test-table.ts';
import { channelIdOf, newsNumber, type TestNotify, testNotify, titlesOf } from './support/test-notify.ts';

const ann = { userId: 'ann', channelId: channelIdOf(1) };

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let site: TestNotify;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  site = testNotify({ client: database.documents, TableName: await database.createTable() });
  const address = { kind: 'webhook' as const, url: 'https://hooks.example.org/a' };
  await site.ports.store.putChannel({ ...ann, address, state: 'on', signingKey: 'whsec_a' });
});

const save = (rules: Partial<NewsRules>) =>
  site.ports.store.putRules('ann', { ...defaultNewsRules, timeZone: 'Europe/Berlin', ...rules });

/** Tells a news at each of these minutes of the day, runs the schedule every quarter of an hour, and returns when it told how many. */
async function night(minutes: readonly number[], { hours }: { hours: number }) {
  const midnightMs = Date.parse('2026-10-25T00:00:00Z');
  const told: string[] = [];
  for (let minute = 0; minute <= hours * 60; minute += 5) {
    site.clock.ms = midnightMs + minute * minuteMs;
    const news = newsNumber(minute, { atMs: site.clock.ms });
    if (minutes.includes(minute)) {
      await site.desk.tell(news);
      await site.work({ detail: { newsId: news.newsId } });
    }
    if (minute % 15 === 0) await site.work({});
    const time = new Date(site.clock.ms).toISOString().slice(8, 16);
    told.push(...titlesOf({ requests: site.requests.splice(0) }).map((title) => `${time} ${title}`));
  }
  expect((await site.ports.store.findChannel(ann))?.pending).toEqual(new Set());
  return told;
}

// In Berlin, the hour from 02:00 comes twice on this day: from 00:00 and from 01:00 UTC.
it('sends one digest in an hour that comes twice, and the rest on the next day', async () => {
  await save({ digestAt: 150 });
  expect(await night([10, 20, 45, 80], { hours: 26 })).toEqual(['25T00:30 2 new', '26T01:30 2 new']);
});

it('waits for each end of quiet hours in an hour that comes twice', async () => {
  await save({ quiet: { from: 22 * 60, to: 150 } });
  expect(await night([10, 20, 40, 65, 80, 100], { hours: 4 })).toEqual([
    '25T00:30 2 new',
    '25T00:40 1 new',
    '25T01:30 2 new',
    '25T01:40 1 new',
  ]);
});
