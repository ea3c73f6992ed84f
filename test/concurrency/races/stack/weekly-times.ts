import type { StoredWeeklyTimes } from 'lambdas/stack/weekly-times/weekly-times';
import { weeklyTimesStore } from 'lambdas/stack/weekly-times/weekly-times-store';
import type { ConcurrencyScenario } from '../../../support/dynamodb/concurrency-scenario.ts';

const times = (version: number, by: string): StoredWeeklyTimes => ({
  stackName: 'game',
  timeZone: 'UTC',
  times: [],
  version,
  by,
  userId: by,
  email: '',
  doneMs: 1000,
  missed: null,
});

export const weeklyTimesRaces: ConcurrencyScenario[] = [
  {
    name: 'two people change the weekly times of a stack',
    async run(table) {
      const store = weeklyTimesStore(table);
      const put = [];
      for (const each of [times(0, 'Ann'), times(1, 'Bob'), times(1, 'Cy')]) put.push(await store.putWeeklyTimes(each));
      return [...put, (await store.findWeeklyTimes('game'))?.by];
    },
    expected: [true, true, false, 'Bob'],
  },
  {
    name: 'a start is noted for weekly times that were changed meanwhile',
    async run(table) {
      const store = weeklyTimesStore(table);
      await store.putWeeklyTimes(times(0, 'Ann'));
      await store.putWeeklyTimes(times(1, 'Bob'));
      await store.noteStart(times(1, 'Ann'), { doneMs: 2000, missed: null });
      return (await store.findWeeklyTimes('game'))?.doneMs;
    },
    expected: 1000,
  },
  {
    name: 'the event of a quarter arrives again after the next time has begun',
    async run(table) {
      const store = weeklyTimesStore(table);
      await store.putWeeklyTimes(times(0, 'Ann'));
      await store.noteStart(times(1, 'Ann'), { doneMs: 3000, missed: null });
      await store.noteStart(times(1, 'Ann'), { doneMs: 2000, missed: { atMs: 2000, reason: 'late' } });
      const found = await store.findWeeklyTimes('game');
      return [found?.doneMs, found?.missed];
    },
    expected: [3000, null],
  },
];
