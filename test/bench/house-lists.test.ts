import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, it } from '@jest/globals';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { compressRows } from 'lambdas/ljmonitor/house-packs/compress';
import { packHouse, packText, writeHouses, writeTexts } from 'lambdas/ljmonitor/house-packs/packed-house';
import { houseItem } from 'lambdas/ljmonitor/houses/house-item';
import { type House, listedVersion } from 'lambdas/ljmonitor/houses/house';
import { readMarksKey } from 'lambdas/ljmonitor/keys';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { hourMs } from 'shared-types/rules/time';
import { newTestMonitor, useMonitorDatabase } from '../unit/lambdas/ljmonitor/support/test-monitor.ts';
import { nothing } from '../unit/lambdas/ljmonitor/support/test-routes.ts';
import { person } from '../support/person.ts';

const communities = 40;
const housesEach = 500;
const mostUnits = 100;

const database = await useMonitorDatabase();
const reader = person('cognito|8f14e45f-ceea-467f-9a3b-1c0f5a7d2b11', 'Ann');

/** Creates the houses of a community as a site shows them. */
const housesOf = (index: number, foundAt: Date): House[] =>
  Array.from({ length: housesEach }, (_, place) => {
    const listing = {
      houseId: `10710${String(index * housesEach + place).padStart(7, '0')}`,
      resblockId: `11990273${10_000 + index}`,
      title: '满五唯一 南北通透三房 中间楼层 拎包入住',
      description: '3室2厅 | 89.4平米 | 南 北 | 精装 | 中楼层(共18层) | 2009年 | 板楼',
      tags: ['近地铁', 'VR房源', '房本满五年'],
      price: 500 + place,
      unitPrice: 90_000,
    };
    return listedVersion(listing, undefined, foundAt);
  });

/** Creates 20,000 packed houses, of which the reader has marked all as read, one by one, but for the last of each community. */
async function bigMonitor() {
  const monitor = await newTestMonitor(database);
  const { store, now } = monitor.ports;
  const foundAt = now();
  monitor.clock.ms += hourMs;
  const builtAtMs = monitor.clock.ms;
  const names = { name: '青枫家园', districtName: '浦东', bizcircleName: '联洋' };
  const marks = new Map<string, Record<string, unknown>>();
  const items: Record<string, unknown>[] = [];
  for (let index = 0; index < communities; index += 1) {
    const houses = housesOf(index, foundAt);
    const { resblockId = '' } = houses[0] ?? {};
    await store.addResblock(newResblock(resblockId, names, housesEach, foundAt));
    const packs = {
      HOUSES: compressRows(houses.map(packHouse), writeHouses),
      TEXTS: compressRows(houses.map(packText), writeTexts),
    };
    for (const kind of ['HOUSES', 'TEXTS'] as const)
      await store.putPack(resblockId, kind, { builtAtMs, buildId: 'one', parts: packs[kind] });
    for (const { houseId } of houses.slice(0, -1)) {
      const key = readMarksKey(reader.userId, houseId);
      marks.set(key.sk, { ...key, ...marks.get(key.sk), [houseId]: foundAt.getTime() + 1 });
    }
    // Lists read only the houses that a page shows.
    items.push(...[...houses.slice(0, 30), ...houses.slice(-1)].map(houseItem));
  }
  items.push(...marks.values());
  for (let from = 0; from < items.length; from += 25) {
    const puts = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await database.client.send(new BatchWriteCommand({ RequestItems: { [monitor.table]: puts } }));
  }
  return monitor;
}

let monitor: Awaited<ReturnType<typeof newTestMonitor>>;
beforeAll(async () => {
  monitor = await bigMonitor();
}, 120_000);

const takeUnits = () => database.takeCapacity().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

it.each([
  ['in another order', { order: 'price' }, 20_000],
  ['of unread houses', { order: '-updateTime', unread: 'true' }, 40],
  ['of unread houses with a word', { order: '-updateTime', unread: 'true', text: '青枫' }, 40],
  ['with a word that no house has', { order: '-updateTime', text: '六铺炕' }, 0],
] as const)('a page of 20,000 houses %s takes few read units', async (_, query, matches) => {
  const { listSortedHouses } = ljmonitorRoutes(monitor.ports);
  const page = () => listSortedHouses({ ...nothing, user: reader, query });
  // A function instance reads the packs into its memory once.
  await page();
  takeUnits();
  expect(await page()).toMatchObject({ matches, houses: { length: Math.min(matches, 30) } });
  expect(takeUnits()).toBeLessThanOrEqual(mostUnits);
});
