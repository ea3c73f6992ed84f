import { soldStore } from 'lambdas/ljmonitor/sold-houses/sold-store';
import { noSoldPages } from 'lambdas/ljmonitor/sold-houses/sold-reading';
import type { ConcurrencyScenario } from '../../../support/dynamodb/concurrency-scenario.ts';
import { resblock, resblockId, storeOf } from '../monitor-houses.ts';

const shown = { unitPrice: null, date: null, isRecent: true, days: null, askedPrice: null, loadedAt: 2000 };
const house = (price: number, revision: number) => ({ houseId: '900', sales: [{ ...shown, price }], revision });
const pages = (step: number) => ({ ...noSoldPages, step });
const uncounted = { before: 0, after: 0 };

/** Pages of sold houses that two people hand in at once. */
export const soldRaces: ConcurrencyScenario[] = [
  {
    name: 'two pages show the same sale for the first time, and later again',
    async run(table) {
      await storeOf(table).addResblock(resblock);
      const sold = soldStore(table);
      const results = [];
      for (const [price, revision] of [
        [310, 0],
        [300, 0],
        [320, 1],
        [330, 1],
      ] as const)
        results.push(
          await sold.putSoldPage(resblock, 'ann', {
            houses: [house(price, revision)],
            pages: undefined,
            count: uncounted,
          }),
        );
      const { sales } = await sold.listSold(resblockId, null);
      return [...results, sales.map(({ price }) => price)];
    },
    expected: ['stored', 'changed', 'stored', 'changed', [320]],
  },
  {
    name: 'a user hands in two pages of sold houses at once',
    async run(table) {
      await storeOf(table).addResblock(resblock);
      const sold = soldStore(table);
      const results = [];
      for (const step of [1, 1, 2, 2])
        results.push(await sold.putSoldPage(resblock, 'ann', { houses: [], pages: pages(step), count: uncounted }));
      return [...results, (await sold.findSold(resblock, 'ann', [])).pages.step];
    },
    expected: ['stored', 'changed', 'stored', 'changed', 2],
  },
  {
    name: 'two pages of sold houses count the same ones before theirs, for the first time, and later again',
    async run(table) {
      await storeOf(table).addResblock(resblock);
      const sold = soldStore(table);
      const results = [];
      for (const [before, after] of [
        [undefined, 2],
        [undefined, 3],
        [2, 4],
        [2, 5],
      ] as const)
        results.push(
          await sold.putSoldPage(resblock, 'ann', { houses: [], pages: undefined, count: { before, after } }),
        );
      return [...results, (await sold.findSold(resblock, 'ann', [])).count];
    },
    expected: ['stored', 'changed', 'stored', 'changed', 4],
  },
  {
    name: 'a community is deleted, or its reading site changed, before its sold houses are stored',
    async run(table) {
      const store = storeOf(table);
      const sold = soldStore(table);
      const put = () =>
        sold.putSoldPage(resblock, 'ann', { houses: [house(310, 0)], pages: pages(1), count: uncounted });
      const before = await put();
      await store.addResblock(resblock);
      await store.putOrigin(resblockId, 'https://sh.ke.com', 2000);
      const other = await put();
      return [before, other, (await table.rows()).filter(({ pk }) => pk !== 'RESBLOCK')];
    },
    expected: ['untracked', 'untracked', []],
  },
];
