import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { compressRows } from 'lambdas/ljmonitor/house-packs/compress';
import { packHouse, packText, writeHouses, writeTexts } from 'lambdas/ljmonitor/house-packs/packed-house';
import { houseItem } from 'lambdas/ljmonitor/houses/house-item';
import { type House, listedVersion, removedVersion } from 'lambdas/ljmonitor/houses/house';
import { readMarksKey } from 'lambdas/ljmonitor/keys';
import { dayMs, hourMs } from 'shared-types/rules/time';
import { type Database, newTestMonitor } from '../../test/unit/lambdas/ljmonitor/support/monitor-environment.ts';
import { person } from '../../test/support/person.ts';

export const reader = person('cognito|8f14e45f-ceea-467f-9a3b-1c0f5a7d2b11', 'Ann');
/** The houses of each community that have been taken down, and offered again as the next ones. */
export const relistedEach = 5;

/** Creates the houses of a community as a site shows them. The first ones are offered under two ids, one after the other. */
const housesOf = (index: number, count: number, foundAt: Date): House[] =>
  Array.from({ length: count }, (_, place) => {
    const [flat, isAgain] = [Math.floor(place / 2), place % 2 === 1];
    const isRelisted = flat < relistedEach;
    const area = isRelisted ? `${100 + flat}.5` : '89.4';
    const listing = {
      houseId: `10710${String(index * count + place).padStart(7, '0')}`,
      resblockId: `11990273${10_000 + index}`,
      title: '满五唯一 南北通透三房 中间楼层 拎包入住',
      description: `3室2厅 | ${area}平米 | 南 北 | 精装 | 中楼层(共18层) | 2009年 | 板楼`,
      tags: ['近地铁', 'VR房源', '房本满五年'],
      price: 500 + place,
      unitPrice: 90_000,
    };
    const daysBefore = (days: number) => new Date(foundAt.getTime() - days * dayMs);
    if (!isRelisted) return listedVersion(listing, undefined, foundAt);
    const house = listedVersion(listing, undefined, daysBefore(isAgain ? 8 : 20));
    return isAgain ? house : removedVersion(house, daysBefore(10));
  });

/** Creates packed houses, of which the reader has marked all as read, one by one, but for the last of each community. */
export async function startPackedMonitor(database: Database, communities: number, housesEach: number) {
  const monitor = await newTestMonitor(database);
  const { store, now } = monitor.ports;
  const foundAt = now();
  monitor.clock.ms += hourMs;
  const builtAtMs = monitor.clock.ms;
  const names = { name: '青枫家园', districtName: '浦东', bizcircleName: '联洋' };
  const marks = new Map<string, Record<string, unknown>>();
  const items: Record<string, unknown>[] = [];
  for (let index = 0; index < communities; index += 1) {
    const houses = housesOf(index, housesEach, foundAt);
    const { resblockId = '' } = houses[0] ?? {};
    const firstCompleteAtMs = foundAt.getTime() - 30 * dayMs;
    await store.addResblock({ ...newResblock(resblockId, names, housesEach, foundAt), firstCompleteAtMs });
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
