import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { monitorStores } from 'lambdas/ljmonitor/compose';
import { newCrawl } from 'lambdas/ljmonitor/readings/crawl';
import { type House, listedVersion } from 'lambdas/ljmonitor/houses/house';
import type { PageResult } from 'lambdas/ljmonitor/readings/page-store';
import { countMissedReading } from 'lambdas/ljmonitor/readings/removal-rule';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { foundCommunity, newHouseLookup, refusedLookup } from 'lambdas/ljmonitor/house-lookups/house-lookup';
import type { ConcurrencyScenario, ScenarioTable } from '../../support/dynamodb/concurrency-scenario.ts';

export const resblockId = '100';
const [elsewhere, houseId] = ['200', '900'];
export const at = (ms: number) => new Date(ms);
export const resblock = newResblock(resblockId, undefined, 0, at(1000));

const seen = (price: number, before?: House, community = resblockId) =>
  listedVersion(
    { houseId, resblockId: community, title: 'House', description: '', tags: [], price, unitPrice: 0 },
    before,
    at(2000),
  );
const house = seen(100);
const dearer = seen(200, house);

export const storeOf = ({ client, TableName }: ScenarioTable) => monitorStores({ client, TableName });
export type Store = ReturnType<typeof storeOf>;

export const pageResult = (change: Partial<PageResult> = {}): PageResult => ({
  runId: 'run',
  resblockId,
  crawl: { ...newCrawl, step: 1 },
  seenBefore: new Set(),
  changes: [],
  names: undefined,
  nowMs: 2000,
  ...change,
});
export const first = { after: house, before: undefined };
export const names = { name: 'Village', districtName: 'D', bizcircleName: 'B' };

/** Stores a tracked community with one house. */
async function tracked(table: ScenarioTable): Promise<Store> {
  const store = storeOf(table);
  await store.addResblock(resblock);
  await store.putHouse(first);
  return store;
}

const prices = async (store: Store) =>
  (await store.pageHouses(new Set([resblockId, elsewhere]), undefined, 10)).map(({ price }) => price);
const history = async (store: Store) => (await store.pageHistory(houseId, undefined, 10)).map(({ price }) => price);
const missing = countMissedReading(undefined, 'run', 2000);

const place = { houseId, origin: null };
const [lookup, nextLookup] = [newHouseLookup(place, 'one', at(1000)), newHouseLookup(place, 'next', at(2000))];

export const houseRaces: ConcurrencyScenario[] = [
  {
    name: 'two browsers write the first note on a house, and change it',
    async run(table) {
      const store = storeOf(table);
      const put = (note: string, was: string) => store.putNote('ann', houseId, { note, was });
      const results = [await put('one', ''), await put('two', ''), await put('three', 'two'), await put('', 'two')];
      return [...results, (await store.listMarks('ann')).notes.get(houseId)];
    },
    expected: [true, false, false, false, 'one'],
  },
  {
    name: 'a house is marked as read again before an earlier mark is undone',
    async run(table) {
      const store = storeOf(table);
      const undo = (readTimeMs: number | null, markedMs = 2000) =>
        store.putReadTimes('ann', [{ houseId, readTimeMs, markedMs }]);
      const readTime = async () => (await store.listMarks('ann')).houses.get(houseId);
      for (const timeMs of [2000, 3000]) await store.markRead('ann', [houseId], timeMs);
      await undo(1000);
      const results = [await readTime()];
      await undo(null);
      results.push(await readTime());
      await store.markRead('ann', [houseId], 4000);
      await undo(null);
      results.push(await readTime());
      await undo(null, 4000);
      return [...results, await readTime()];
    },
    expected: [3000, 3000, 4000, undefined],
  },
  {
    name: 'two callers begin to look up the community of a house',
    async run(table) {
      const store = storeOf(table);
      const results = [await store.startHouseLookup(lookup, undefined)];
      results.push(await store.startHouseLookup(nextLookup, undefined));
      return [...results, (await store.findHouseLookup(place))?.lookupId];
    },
    expected: [true, false, 'one'],
  },
  {
    name: 'a lookup ends twice, and again after the next one has begun',
    async run(table) {
      const store = storeOf(table);
      const read = async () => (await store.findHouseLookup(place))?.state;
      await store.startHouseLookup(lookup, undefined);
      await store.putHouseLookupResult(lookup, refusedLookup('One.'));
      await store.putHouseLookupResult(lookup, foundCommunity(resblockId));
      const ended = await read();
      await store.startHouseLookup(nextLookup, lookup);
      await store.putHouseLookupResult(lookup, foundCommunity(resblockId));
      return [ended, await read()];
    },
    expected: ['refused', 'waiting'],
  },
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
      const results = [
        await store.putPage(pageResult({ changes: [first] })),
        await store.putPage(pageResult({ changes: [first], names })),
      ];
      return [...results, (await table.rows()).length];
    },
    expected: ['untracked', 'untracked', 0],
  },
  {
    name: 'a house has changed when it is left to the former site',
    async run(table) {
      const store = await tracked(table);
      await store.putHouse({ after: dearer, before: house });
      await store.leaveToFormerSite([house]);
      return [(await store.getHouse(houseId)).ofFormerSite, await prices(store)];
    },
    expected: [false, [200]],
  },
  {
    name: 'a house changes after its community was deleted',
    async run(table) {
      const store = await tracked(table);
      await store.deleteResblock(resblockId);
      return [await store.putHouse({ after: dearer, before: house }), await prices(store)];
    },
    expected: [false, [100]],
  },
  {
    name: 'two crawls store a new house',
    async run(table) {
      const store = await tracked(table);
      return [await store.putHouse({ after: dearer, before: undefined }), await prices(store)];
    },
    expected: [false, [100]],
  },
  {
    name: 'two crawls store a new price',
    async run(table) {
      const store = await tracked(table);
      const results = [
        await store.putHouse({ after: dearer, before: house }),
        await store.putHouse({ after: seen(300, house), before: house }),
      ];
      return [...results, await prices(store), await history(store)];
    },
    expected: [true, false, [200], [100]],
  },
  {
    name: 'two readers undo the same change',
    async run(table) {
      const store = await tracked(table);
      await store.putHouse({ after: dearer, before: house });
      const undo = { after: house, before: dearer };
      return [await store.putHouse(undo), await store.putHouse(undo), await prices(store), await history(store)];
    },
    expected: [true, false, [100], []],
  },
  {
    name: 'a house changes while a missed reading is counted',
    async run(table) {
      const store = await tracked(table);
      await store.putHouse({ after: dearer, before: house });
      await store.putMissedReadings(house, missing);
      return [...(await store.findMissedReadings([houseId])).keys()];
    },
    expected: [],
  },
  {
    name: 'a house changes while its missed readings are cleared',
    async run(table) {
      const store = await tracked(table);
      await store.putHouse({ after: dearer, before: house });
      await store.putMissedReadings(dearer, missing);
      await store.putMissedReadings(house, undefined);
      return [...(await store.findMissedReadings([houseId])).keys()];
    },
    expected: [houseId],
  },
  {
    name: 'a house moves while its old community is hidden',
    async run(table) {
      const store = await tracked(table);
      const moved = { ...house, resblockId: elsewhere };
      await store.addResblock({ ...resblock, resblockId: elsewhere });
      table.meanwhile('REMOVE #gsi1pk', () => store.putHouse({ after: moved, before: house }));
      await store.setIndexed(resblockId, false, { limit: 50 });
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
      table.meanwhile('SET #gsi1pk', async () => {
        await store.putHouse({ after: moved, before: house });
        await store.setIndexed(elsewhere, false, { limit: 50 });
      });
      await store.setIndexed(resblockId, true, { limit: 50 });
      return prices(store);
    },
    expected: [],
  },
  {
    name: 'an older read mark comes after a newer one',
    async run(table) {
      const store = storeOf(table);
      for (const timeMs of [3000, 2000]) await store.markRead('ann', [houseId], timeMs);
      return [...(await store.listMarks('ann')).houses.values()];
    },
    expected: [3000],
  },
  {
    name: 'houses whose marks are in one item are marked after one of them has a later mark',
    async run(table) {
      const store = storeOf(table);
      const houses = ['107104000101', '107104000201', '107104000301'];
      const marks: (number | undefined)[][] = [];
      for (const later of houses) {
        const userId = `the reader of ${later}`;
        await store.markRead(userId, [later], 3000);
        await store.markRead(userId, houses, 2000);
        const { houses: marked } = await store.listMarks(userId);
        marks.push(houses.map((each) => marked.get(each)));
      }
      return marks;
    },
    expected: [
      [3000, 2000, 2000],
      [2000, 3000, 2000],
      [2000, 2000, 3000],
    ],
  },
  {
    name: 'two houses whose marks are in one item are marked at once, first and later',
    async run(table) {
      const store = storeOf(table);
      const [one, other] = ['107104000101', '107104000201'];
      const marks: unknown[] = [];
      for (const timeMs of [2000, 3000]) {
        table.meanwhile('readTimes', () => store.markRead('ann', [other], timeMs));
        await store.markRead('ann', [one], timeMs);
        const { houses } = await store.listMarks('ann');
        marks.push([houses.get(one), houses.get(other)]);
      }
      return marks;
    },
    expected: [
      [2000, 2000],
      [3000, 3000],
    ],
  },
  {
    name: 'an older read mark of a community comes after a newer one, and both are undone twice',
    async run(table) {
      const store = storeOf(table);
      const marks: (number | undefined)[] = [];
      const read = async () => marks.push((await store.listMarks('ann')).resblocks.get(resblockId));
      for (const timeMs of [3000, 4000, 4000, 2000]) await store.markResblockRead('ann', resblockId, timeMs);
      for (const timeMs of [2000, 3000, 4000, 4000]) {
        await read();
        await store.undoMarkResblockRead('ann', resblockId, timeMs);
      }
      await read();
      return marks;
    },
    expected: [4000, 4000, 4000, 3000, 3000],
  },
  {
    name: 'one house too many is starred, and a starred one again',
    async run(table) {
      const store = storeOf(table);
      const ids = Array.from({ length: 500 }, (_, index) => `9${index}`);
      const key = { pk: 'READ#ann', sk: 'FLAGS' };
      await table.client.send(new PutCommand({ TableName: table.TableName, Item: { ...key, starred: new Set(ids) } }));
      const results = [await store.setFlag('ann', 'starred', '9'), await store.setFlag('ann', 'starred', '90')];
      return [results, (await store.findMarks('ann', [])).starred.size];
    },
    expected: [[false, true], 500],
  },
  {
    name: 'a missing read mark of a community is undone',
    async run(table) {
      await storeOf(table).undoMarkResblockRead('ann', resblockId, 3000);
      return [(await table.rows()).length];
    },
    expected: [0],
  },
];
