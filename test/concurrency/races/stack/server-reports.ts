import { playerStore } from 'lambdas/stack/players/player-store';
import { stateStore } from 'lambdas/stack/state-store';
import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';

const storeOf = (table: ScenarioTable) => ({ ...playerStore(table), ...stateStore(table) });

/** The races of what is known about a server. */
export const serverReportRaces: ConcurrencyScenario[] = [
  {
    name: 'the reports of two boots arrive in any order',
    async run(table) {
      const store = storeOf(table);
      const plain = { keptImage: false, keptGame: null };
      const seen = async () => {
        const { boot } = await store.getState('game', 1);
        return [boot?.stackId, ...(boot?.endsMs ?? [])];
      };
      await store.putBoot('game', { ...plain, stackId: 'arn:first', startedMs: 10, endsMs: [10, 11, 12] });
      await store.putBoot('game', { ...plain, stackId: 'arn:first', startedMs: 10, endsMs: [10, 11] });
      const late = await seen();
      await store.putBoot('game', { ...plain, stackId: 'arn:second', startedMs: 20, endsMs: [20] });
      await store.putBoot('game', { ...plain, stackId: 'arn:first', startedMs: 10, endsMs: [10, 11, 12, 13] });
      const second = await seen();
      await store.putBoot('game', { ...plain, stackId: 'arn:second', startedMs: 20, endsMs: [20, 21] });
      return [late, second, await seen()];
    },
    expected: [
      ['arn:first', 10, 11, 12],
      ['arn:second', 20],
      ['arn:second', 20, 21],
    ],
  },
  {
    name: 'the watchdog looks twice at the same silence',
    async run(table) {
      const store = storeOf(table);
      const silence = { stackId: 'arn:first', lastWordMs: 1000, toldAtMs: 2000 };
      const told = [
        await store.putSilence('game', silence),
        await store.putSilence('game', { ...silence, toldAtMs: 2001 }),
        await store.putSilence('game', { ...silence, lastWordMs: 3000, toldAtMs: 9000 }),
      ];
      return [...told, (await store.getState('game', 1)).silence?.toldAtMs];
    },
    expected: [true, false, true, 9000],
  },
];
