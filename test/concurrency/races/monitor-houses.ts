import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoMonitorStore } from 'lambdas/ljmonitor/store';
import { newCrawl } from 'lambdas/ljmonitor/refresh/crawl';
import { type House, seenAt } from 'lambdas/ljmonitor/houses/house';
import type { PageGain } from 'lambdas/ljmonitor/ports';
import { missedAgain } from 'lambdas/ljmonitor/refresh/removal-rule';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';

export const resblockId = '100';
const [elsewhere, houseId] = ['200', '900'];
export const at = (ms: number) => new Date(ms);
export const resblock = newResblock(resblockId, undefined, 0, at(1000));

const seen = (price: number, before?: House, community = resblockId) =>
  seenAt(
    { houseId, resblockId: community, title: 'House', description: '', tags: [], price, unitPrice: 0 },
    before,
    at(2000),
  );
const house = seen(100);
const dearer = seen(200, house);

export const storeOf = ({ client, TableName }: ScenarioTable) => dynamoMonitorStore(client, TableName);
export type Store = ReturnType<typeof storeOf>;

export const gain = (change: Partial<PageGain> = {}): PageGain => ({
  runId: 'run',
  resblockId,
  crawl: { ...newCrawl, step: 1 },
  changes: [],
  names: undefined,
  nowMs: 2000,
  ...change,
});
const first = { after: house, before: undefined };
export const names = { name: 'Village', districtName: 'D', bizcircleName: 'B' };

/** A community that is tracked, with one house. */
async function tracked(table: ScenarioTable): Promise<Store> {
  const store = storeOf(table);
  await store.addResblock(resblock);
  await store.putHouse(first);
  return store;
}

const prices = async (store: Store) =>
  (await store.pageHouses(new Set([resblockId, elsewhere]), undefined, 10)).map(({ price }) => price);
const history = async (store: Store) => (await store.pageHistory(houseId, undefined, 10)).map(({ price }) => price);
const missing = missedAgain(undefined, { runId: 'run', exact: true, nowMs: 2000 });

export const houseRaces: ConcurrencyScenario[] = [
  {
    name: 'a community is added twice',
    async run(table) {
      const store = storeOf(table);
      await store.addResblock(resblock);
      const added = await store.addResblock({ ...resblock, addedAtMs: 5000 });
      return [added.addedAtMs, (await store.findResblock(resblockId))?.addedAtMs];
    },
    expected: [1000, 1000],
  },
  {
    name: 'a community is deleted while a page of it is read',
    async run(table) {
      const store = storeOf(table);
      const told = [
        await store.putPage(gain({ changes: [first] })),
        await store.putPage(gain({ changes: [first], names })),
      ];
      return [...told, (await table.rows()).length];
    },
    expected: ['untracked', 'untracked', 0],
  },
  {
    name: 'two readings see a house for the first time',
    async run(table) {
      const store = await tracked(table);
      return [await store.putHouse({ after: dearer, before: undefined }), await prices(store)];
    },
    expected: [false, [100]],
  },
  {
    name: 'two readings see another price',
    async run(table) {
      const store = await tracked(table);
      const told = [
        await store.putHouse({ after: dearer, before: house }),
        await store.putHouse({ after: seen(300, house), before: house }),
      ];
      return [...told, await prices(store), await history(store)];
    },
    expected: [true, false, [200], [100]],
  },
  {
    name: 'a house changes while it is missed',
    async run(table) {
      const store = await tracked(table);
      await store.putHouse({ after: dearer, before: house });
      await store.putMissing(house, missing);
      return [...(await store.findMissing([houseId])).keys()];
    },
    expected: [],
  },
  {
    name: 'a house changes while it is missed no longer',
    async run(table) {
      const store = await tracked(table);
      await store.putHouse({ after: dearer, before: house });
      await store.putMissing(dearer, missing);
      await store.putMissing(house, undefined);
      return [...(await store.findMissing([houseId])).keys()];
    },
    expected: [houseId],
  },
  {
    name: 'a house moves while its old community is hidden',
    async run(table) {
      const store = await tracked(table);
      const moved = { ...house, resblockId: elsewhere };
      await store.addResblock({ ...resblock, resblockId: elsewhere });
      table.meanwhile('REMOVE gsi1pk', () => store.putHouse({ after: moved, before: house }));
      await store.setInFeed(resblockId, false);
      return prices(store);
    },
    expected: [100],
  },
  {
    name: 'a house moves, and is hidden there, while its old community is shown',
    async run(table) {
      const store = await tracked(table);
      const moved = { ...house, resblockId: elsewhere };
      await store.addResblock({ ...resblock, resblockId: elsewhere });
      table.meanwhile('SET gsi1pk', async () => {
        await store.putHouse({ after: moved, before: house });
        await store.setInFeed(elsewhere, false);
      });
      await store.setInFeed(resblockId, true);
      return prices(store);
    },
    expected: [],
  },
  {
    name: 'an older reading mark comes after a newer one',
    async run(table) {
      const store = storeOf(table);
      for (const timeMs of [3000, 2000]) await store.markRead('ann', [houseId], timeMs);
      return [...(await store.listMarks('ann')).houses.values()];
    },
    expected: [3000],
  },
  {
    name: 'an older reading mark of a community comes after a newer one, and both are taken back twice',
    async run(table) {
      const store = storeOf(table);
      const marks: (number | undefined)[] = [];
      const look = async () => marks.push((await store.listMarks('ann')).resblocks.get(resblockId));
      for (const timeMs of [3000, 4000, 4000, 2000]) await store.markResblockRead('ann', resblockId, timeMs);
      for (const timeMs of [2000, 3000, 4000, 4000]) {
        await look();
        await store.takeResblockMarkBack('ann', resblockId, timeMs);
      }
      await look();
      return marks;
    },
    expected: [4000, 4000, 4000, 3000, 3000],
  },
  {
    name: 'one house more is starred than may be, and one again that is starred',
    async run(table) {
      const store = storeOf(table);
      const ids = Array.from({ length: 500 }, (_, index) => `9${index}`);
      const key = { pk: 'READ#ann', sk: 'CHOICES' };
      await table.client.send(new PutCommand({ TableName: table.TableName, Item: { ...key, starred: new Set(ids) } }));
      const told = [await store.choose(['ann'], 'starred', '9'), await store.choose(['ann'], 'starred', '90')];
      return [told, (await store.findMarks('ann', [])).starred.size];
    },
    expected: [[false, true], 500],
  },
  {
    name: 'a reading mark of a community that was never made is taken back',
    async run(table) {
      await storeOf(table).takeResblockMarkBack('ann', resblockId, 3000);
      return [(await table.rows()).length];
    },
    expected: [0],
  },
];
