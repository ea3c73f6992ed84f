import type { ConcurrencyScenario } from '../../../support/dynamodb/concurrency-scenario.ts';
import { storeOf } from '../monitor-houses.ts';

const pair = { earlierId: '900', laterId: '901' };

/** Houses that people separate, and join again. */
export const relistingRaces: ConcurrencyScenario[] = [
  {
    name: 'a user takes back a separation that another user has made meanwhile, too',
    async run(table) {
      const store = storeOf(table);
      const isSeparated = async () => (await store.findSeparated([pair])).size > 0;
      await store.putSeparation('900', '901', 1000);
      await store.putSeparation('901', '900', 2000);
      await store.removeSeparation('900', '901', 1000);
      const afterFirst = await isSeparated();
      for (let times = 0; times < 3; times += 1) await store.removeSeparation('901', '900', 2000);
      return [afterFirst, await isSeparated()];
    },
    expected: [true, false],
  },
];
