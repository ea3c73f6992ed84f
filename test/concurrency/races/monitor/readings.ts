import { newCrawl } from 'lambdas/ljmonitor/readings/crawl';
import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';
import { first as firstSeen, names, pageResult, resblock, resblockId, storeOf } from '../monitor-houses.ts';
import { read } from '../monitor-runs.ts';

const reading = (step: number) => ({
  readingId: 'reading',
  startedAtMs: 2000,
  origin: null,
  step,
  pages: [],
  restyled: [],
});

/** Returns a complete reading of this time, with its stats. */
const ended = (atMs: number) => ({
  resblock: read(atMs),
  dailyStats: { day: '2026-03-01', stats: { time: atMs, medianUnitPrice: atMs, count: 1 } },
  isOver: true,
});

/** Readings by hand, and the reading site of a community. */
export const readingRaces: ConcurrencyScenario[] = [
  {
    name: 'a community is deleted before a reading by hand of it ends',
    async run(table) {
      const store = storeOf(table);
      await store.addResblock(resblock);
      await store.putHandedPage('ann', reading(1), pageResult());
      await store.deleteResblock(resblockId);
      const result = await store.putHandReadingResult('ann', reading(1), resblock, ended(3000));
      return [result, (await table.rows()).filter(({ pk }) => pk === 'RESBLOCK')];
    },
    expected: ['communityChanged', []],
  },
  {
    name: 'the readings of two users end at once',
    async run(table) {
      const store = storeOf(table);
      await store.addResblock(resblock);
      const results = [];
      for (const [userId, atMs] of [
        ['ann', 4000],
        ['bob', 3000],
      ] as const) {
        await store.putHandedPage(userId, reading(1), pageResult());
        results.push(await store.putHandReadingResult(userId, reading(1), resblock, ended(atMs)));
      }
      return [...results, (await store.findResblock(resblockId))?.lastReadAtMs];
    },
    expected: ['stored', 'communityChanged', 4000],
  },
  {
    name: 'a reading by hand ends after a later one of the day whose community was deleted and added again',
    async run(table) {
      const store = storeOf(table);
      await store.addResblock(resblock);
      await store.putHandedPage('ann', reading(1), pageResult());
      await store.putReading(resblock, ended(4000));
      await store.deleteResblock(resblockId);
      await store.addResblock(resblock);
      const result = await store.putHandReadingResult('ann', reading(1), resblock, ended(3000));
      return [result, (await store.listDailyStats(resblockId, 9)).map(({ time }) => time)];
    },
    expected: ['stored', [4000]],
  },
  ...(['a crawl', 'a reading by hand'] as const).map((name) => ({
    name: `${name} ends after the reading site of its community has changed`,
    async run(table: ScenarioTable) {
      const store = storeOf(table);
      await store.addResblock(resblock);
      await store.putHandedPage('ann', reading(1), pageResult());
      await store.putOrigin(resblockId, 'https://sh.ke.com', 2000);
      const result =
        name === 'a crawl'
          ? await store.putReading(resblock, ended(3000))
          : await store.putHandReadingResult('ann', reading(1), resblock, ended(3000));
      return [result, (await store.findResblock(resblockId))?.state];
    },
    expected: [name === 'a crawl' ? false : 'communityChanged', 'NEW'],
  })),
  {
    name: 'a page of a community is stored after its reading site has changed',
    async run(table) {
      const store = storeOf(table);
      await store.addResblock(resblock);
      await store.putOrigin(resblockId, 'https://sh.ke.com', 2000);
      const results = [
        await store.putPage(pageResult({ changes: [firstSeen] })),
        await store.putPage(pageResult({ changes: [firstSeen], names })),
      ];
      return [...results, (await table.rows()).filter(({ pk }) => pk !== 'RESBLOCK')];
    },
    expected: ['untracked', 'untracked', []],
  },
  ...[true, false].map((isOver) => ({
    name: `two pages are handed in twice, one while a reading by hand ends ${isOver ? 'for good' : 'for now'}`,
    async run(table: ScenarioTable) {
      const store = storeOf(table);
      await store.addResblock(resblock);
      const results = [];
      for (const step of [1, 1, 2, 2])
        results.push(await store.putHandedPage('ann', reading(step), pageResult({ crawl: { ...newCrawl, step } })));
      const result = { resblock: { ...resblock, houseCount: 7 }, dailyStats: undefined, isOver };
      results.push(await store.putHandReadingResult('ann', reading(1), resblock, result));
      return [
        ...results,
        (await store.findHandReading('ann', resblockId))?.step,
        (await store.findResblock(resblockId))?.houseCount,
      ];
    },
    expected: ['saved', 'alreadySaved', 'saved', 'alreadySaved', 'pageAdded', 2, 0],
  })),
];
