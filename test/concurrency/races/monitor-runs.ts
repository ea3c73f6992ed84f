import { newCrawl } from 'lambdas/ljmonitor/readings/crawl';
import type { CrawlResult } from 'lambdas/ljmonitor/refresh/run-writes';
import { newRun } from 'lambdas/ljmonitor/refresh/run';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';
import { at, names, pageResult, resblock, resblockId, type Store, storeOf } from './monitor-houses.ts';

const run = newRun('run', true, [resblock], at(1000));
const none = { runId: null, lastSuccessAtMs: null, lastFailureAtMs: null, lastPostponedAtMs: null };

const crawlResult = (change: Partial<CrawlResult> = {}): CrawlResult => ({
  run,
  result: { outcome: 'OK', reason: null },
  leaseUntilMs: run.leaseUntilMs,
  nowMs: 3000,
  ...change,
});

/** Returns the community after a reading at this time. */
export const read = (lastReadAtMs: number) => ({ ...resblock, state: 'OK' as const, lastReadAtMs });

/** Stores a refresh in progress. */
async function refreshing(table: ScenarioTable): Promise<Store> {
  const store = storeOf(table);
  await store.addResblock(resblock);
  await store.startRefresh(run, none);
  return store;
}

const progress = async (store: Store) => {
  const { history, run: last } = await store.getRefreshHistory();
  return [last?.runId, last?.done, last?.leaseUntilMs, last?.takeovers, history.lastSuccessAtMs];
};

export const runRaces: ConcurrencyScenario[] = [
  {
    name: 'two callers start the first refresh',
    async run(table) {
      const store = await refreshing(table);
      return [await store.startRefresh({ ...run, runId: 'other' }, none), ...(await progress(store))];
    },
    expected: ['joined', 'run', 0, run.leaseUntilMs, 0, null],
  },
  {
    name: 'two callers start the next refresh',
    async run(table) {
      const store = await refreshing(table);
      const before = { ...none, runId: 'run' };
      const results = [];
      for (const runId of ['next', 'other']) results.push(await store.startRefresh({ ...run, runId }, before));
      return [...results, ...(await progress(store))];
    },
    expected: ['started', 'joined', 'next', 0, run.leaseUntilMs, 0, null],
  },
  ...[undefined, names].map((found) => ({
    name: `the first and second page of a community are saved twice, with ${found ? 'its name' : 'nothing new'}`,
    async run(table: ScenarioTable) {
      const store = await refreshing(table);
      const pages = [1, 1, 2, 2].map((step, index) =>
        pageResult({ crawl: { ...newCrawl, step, rows: index }, names: found }),
      );
      const results = [];
      for (const page of pages) results.push(await store.putPage(page));
      return [...results, (await store.findCrawl('run', resblockId))?.rows];
    },
    expected: ['saved', 'alreadySaved', 'saved', 'alreadySaved', 2],
  })),
  {
    name: 'a crawl is finished twice',
    async run(table) {
      const store = await refreshing(table);
      const results = [
        await store.putCrawlResult(crawlResult()),
        await store.putCrawlResult(crawlResult({ nowMs: 4000 })),
      ];
      return [...results, ...(await progress(store))];
    },
    expected: [true, false, 'run', 1, run.leaseUntilMs, 0, 3000],
  },
  {
    name: 'a community is deleted before its crawl is finished',
    async run(table) {
      const store = await refreshing(table);
      await store.deleteResblock(resblockId);
      const result = await store.putReading(resblock, { resblock: read(3000), dailyStats: undefined });
      return [result, (await table.rows()).filter(({ pk }) => pk === 'RESBLOCK')];
    },
    expected: [false, []],
  },
  {
    name: 'two readings of a community end at once',
    async run(table) {
      const store = await refreshing(table);
      const results = [];
      for (const atMs of [4000, 3000])
        results.push(await store.putReading(resblock, { resblock: read(atMs), dailyStats: undefined }));
      return [...results, (await store.findResblock(resblockId))?.lastReadAtMs];
    },
    expected: [true, false, 4000],
  },
  {
    name: 'the stats of a day are stored after newer ones',
    async run(table) {
      const store = await refreshing(table);
      let before = resblock;
      for (const time of [4000, 3000]) {
        const stats = { time, medianUnitPrice: time, count: 1 };
        await store.putReading(before, { resblock: read(time), dailyStats: { day: '2026-03-01', stats } });
        before = read(time);
      }
      return (await store.listDailyStats(resblockId, 9)).map(({ time }) => time);
    },
    expected: [4000],
  },
  {
    name: 'a lease is renewed after its run has expired',
    async run(table) {
      await storeOf(table).renewLease('run', 90_000, 0.5);
      return (await table.rows()).length;
    },
    expected: 0,
  },
  {
    name: 'a failed step is counted after its community was finished',
    async run(table) {
      const store = await refreshing(table);
      await store.putCrawlResult(crawlResult());
      await store.countFailedStep(run);
      return progress(store);
    },
    expected: ['run', 1, run.leaseUntilMs, 0, 3000],
  },
  {
    name: 'a refresh is postponed twice',
    async run(table) {
      const store = await refreshing(table);
      const results = [await store.postponeRun(run, 3000), await store.postponeRun(run, 4000)];
      return [...results, (await store.getRefreshHistory()).history.lastPostponedAtMs];
    },
    expected: [true, false, 3000],
  },
  {
    name: 'a refresh is postponed after another one has started',
    async run(table) {
      const store = await refreshing(table);
      await store.startRefresh({ ...run, runId: 'next' }, { ...none, runId: 'run' });
      return [await store.postponeRun(run, 3000), (await store.getRefreshHistory()).history.lastPostponedAtMs];
    },
    expected: [false, null],
  },
  {
    name: 'a refresh that was replaced is ended after it has gone on',
    async run(table) {
      const store = await refreshing(table);
      await store.putCrawlResult(crawlResult());
      await store.endRun({ ...run, resblockIds: ['1', '2'] });
      return progress(store);
    },
    expected: ['run', 1, run.leaseUntilMs, 0, 3000],
  },
  {
    name: 'the reading site of a community changes after it was deleted',
    async run(table) {
      return [await storeOf(table).putOrigin(resblockId, 'https://sh.ke.com', 2000), (await table.rows()).length];
    },
    expected: [false, 0],
  },
  {
    name: 'the end of the news is moved twice',
    async run(table) {
      const store = storeOf(table);
      const ends = [];
      for (const [before, untilMs] of [
        [undefined, 3000],
        [undefined, 3500],
        [3000, 4000],
        [3000, 4500],
      ] as const)
        ends.push(await store.moveNewsEnd(before, untilMs).then(() => store.findNewsEnd()));
      return ends;
    },
    expected: [3000, 3000, 4000, 4000],
  },
  {
    name: 'two callers take over an expired lease',
    async run(table) {
      const store = await refreshing(table);
      const results = [await store.takeOverLease(run, 90_000), await store.takeOverLease(run, 91_000)];
      return [...results, ...(await progress(store))];
    },
    expected: [true, false, 'run', 0, 90_000, 1, null],
  },
  {
    name: 'a worker finishes a crawl just before its lease is taken over',
    async run(table) {
      const store = await refreshing(table);
      await store.putCrawlResult(crawlResult());
      return [await store.takeOverLease(run, 90_000), ...(await progress(store))];
    },
    expected: [false, 'run', 1, run.leaseUntilMs, 0, 3000],
  },
  ...[
    { limits: { person: 1, site: 9 }, reached: 'person' },
    { limits: { person: 9, site: 1 }, reached: 'site' },
  ].map(({ limits, reached }) => ({
    name: `a user starts two refreshes when the limit of the ${reached} has room for one today`,
    async run(table: ScenarioTable) {
      const store = storeOf(table);
      const starter = { userId: 'ann', limits, at: new Date(0) };
      const started = [
        await store.startRefresh(run, none, starter),
        await store.startRefresh({ ...run, runId: 'joins' }, none, starter),
        await store.startRefresh({ ...run, runId: 'next' }, { ...none, runId: 'run' }, starter),
      ];
      const { history } = await store.getRefreshHistory();
      const counts = (await table.rows()).flatMap(({ refreshes }) => refreshes ?? []);
      return [...started, history.runId, counts];
    },
    expected: ['started', 'joined', reached, 'run', [1, 1]],
  })),
];
