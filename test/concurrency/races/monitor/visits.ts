import type { ConcurrencyScenario } from '../../../support/dynamodb/concurrency-scenario.ts';
import { storeOf } from '../monitor-houses.ts';

const visit = (seenAtMs: number, sinceMs: number | null) => ({ seenAtMs, sinceMs });

const pack = (builtAtMs: number) => ({ builtAtMs, buildId: String(builtAtMs), parts: [new Uint8Array([1])] });

/** Visits, and the packs of a community. */
export const visitRaces: ConcurrencyScenario[] = [
  {
    name: 'two devices begin a visit at once',
    async run(table) {
      const store = storeOf(table);
      const before = visit(1000, null);
      const results = [await store.putVisit('ann', before, undefined)];
      for (const seenAtMs of [9000, 9001]) results.push(await store.putVisit('ann', visit(seenAtMs, 1000), before));
      return [...results, await store.findVisit('ann')];
    },
    expected: [true, true, false, visit(9000, 1000)],
  },
  {
    name: 'an older pack comes after a newer one',
    async run(table) {
      const store = storeOf(table);
      for (const builtAtMs of [3000, 2000]) await store.putPack('100', 'HOUSES', pack(builtAtMs));
      return (await store.findPacks(['100'], 'HOUSES')).get('100')?.builtAtMs;
    },
    expected: 3000,
  },
];
