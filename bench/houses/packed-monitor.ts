import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { compressRows } from 'lambdas/ljmonitor/house-packs/compress';
import { packHouse, packText, writeHouses, writeTexts } from 'lambdas/ljmonitor/house-packs/packed-house';
import { houseItem } from 'lambdas/ljmonitor/houses/house-item';
import { type House, listedVersion, removedVersion } from 'lambdas/ljmonitor/houses/house';
import { flagsKey, readMarksKey } from 'lambdas/ljmonitor/keys';
import { writeReadTimes } from 'lambdas/ljmonitor/marks/read-times';
import type { Community } from 'local/fakes/listing-site/city/communities';
import { newListing, unitPriceOf } from 'local/fakes/listing-site/city/listing';
import { pseudoRandomInteger } from 'local/fakes/listing-site/city/pseudo-random';
import { dayMs, hourMs } from 'shared-types/rules/time';
import { type Database, newTestMonitor } from '../../test/unit/lambdas/ljmonitor/support/monitor-environment.ts';
import { person } from '../../test/support/person.ts';

export const reader = person('cognito|8f14e45f-ceea-467f-9a3b-1c0f5a7d2b11', 'Ann');
/** The houses of each community that have been taken down, and offered again as the next ones. */
export const relistedEach = 5;

/** The houses that the reader has starred, and those left unread: as many as a page shows. */
export const chosenHouses = 30;

const names = { name: '青枫家园', districtName: '浦东', bizcircleName: '联洋' };

const communityOf = (resblockId: string): Community => ({
  id: resblockId,
  name: names.name,
  cityName: '云州',
  district: { name: names.districtName, slug: 'pudong' },
  bizcircle: { name: names.bizcircleName, slug: 'lianyang' },
  size: 0,
  unitPrice: pseudoRandomInteger(40_000, 120_000, 'unit price', resblockId),
  builtIn: pseudoRandomInteger(1985, 2018, 'year', resblockId),
  floors: pseudoRandomInteger(6, 30, 'floors', resblockId),
  changeIntervalMs: 0,
});

/** The ids of a site lie far apart, as those of its other houses are between them. */
export const houseIdAt = (place: number) => `10710${String(place * 499).padStart(7, '0')}`;

/**
 * Creates the houses of a community as a site shows them, with texts, facts and prices as varied as there. The first ones are offered
 * under two ids, one after the other.
 */
function housesOf(index: number, count: number, foundAt: Date): House[] {
  const resblockId = `11990273${10_000 + index}`;
  const community = communityOf(resblockId);
  const daysBefore = (days: number) => new Date(foundAt.getTime() - days * dayMs);
  return Array.from({ length: count }, (_, place) => {
    const [flat, isAgain] = [Math.floor(place / 2), place % 2 === 1];
    const isRelisted = flat < relistedEach;
    const houseId = houseIdAt(index * count + place);
    const shown = newListing(community, isRelisted ? flat : place, 0);
    const { layout, facing, decoration, floor, builtIn, building } = shown;
    const area = isRelisted ? 300 + flat : shown.area;
    const listing = {
      houseId,
      resblockId,
      title: shown.title,
      description: `${layout} | ${area}平米 | ${facing} | ${decoration} | ${floor} | ${builtIn}年 | ${building}`,
      tags: [...shown.tags],
      price: shown.price,
      unitPrice: unitPriceOf(shown),
    };
    if (!isRelisted) {
      const agoMs = pseudoRandomInteger(0, 6 * dayMs, 'age', houseId);
      return listedVersion(listing, undefined, new Date(foundAt.getTime() - agoMs));
    }
    const house = listedVersion(listing, undefined, daysBefore(isAgain ? 8 : 20));
    return isAgain ? house : removedVersion(house, daysBefore(10));
  });
}

/** Returns how many of the chosen houses a community has, so that the communities share them evenly. */
const shareOf = (index: number, communities: number) => Math.ceil(Math.max(0, chosenHouses - index) / communities);

/**
 * Creates packed houses, of which the reader has marked all as read, one by one, but for the last ones of the communities, and
 * starred the first ones: as many in few houses as in many.
 */
export async function startPackedMonitor(database: Database, communities: number, housesEach: number) {
  const monitor = await newTestMonitor(database);
  const { store, now } = monitor.ports;
  const foundAt = now();
  monitor.clock.ms += hourMs;
  const builtAtMs = monitor.clock.ms;
  const marked: string[] = [];
  const starred = new Set<string>();
  const items: Record<string, unknown>[] = [];
  for (let index = 0; index < communities; index += 1) {
    const houses = housesOf(index, housesEach, foundAt);
    const { resblockId = '' } = houses[0] ?? {};
    const firstCompleteAtMs = foundAt.getTime() - 30 * dayMs;
    await store.addResblock({ ...newResblock(resblockId, names, housesEach, foundAt), firstCompleteAtMs });
    const texts = houses.map((house) => ({ houseId: house.houseId, text: packText(house) }));
    const packs = {
      HOUSES: compressRows(houses.map(packHouse), writeHouses),
      TEXTS: compressRows(texts, writeTexts),
    };
    for (const kind of ['HOUSES', 'TEXTS'] as const)
      await store.putPack(resblockId, kind, { builtAtMs, buildId: 'one', parts: packs[kind] });
    const share = shareOf(index, communities);
    marked.push(...houses.slice(0, houses.length - share).map(({ houseId }) => houseId));
    for (const { houseId } of houses.slice(0, share)) starred.add(houseId);
    items.push(...houses.map(houseItem));
  }
  const readTimeOf = (houseId: string) => foundAt.getTime() + pseudoRandomInteger(1, hourMs, 'read', houseId);
  for (const [, alike] of Map.groupBy(marked, (houseId) => readMarksKey(reader.userId, houseId).sk)) {
    const readTimes = writeReadTimes(new Map(alike.map((houseId) => [houseId, readTimeOf(houseId)])));
    items.push({ ...readMarksKey(reader.userId, alike[0] ?? ''), readTimes });
  }
  items.push({ ...flagsKey(reader.userId), starred });
  for (let from = 0; from < items.length; from += 25) {
    const puts = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await database.client.send(new BatchWriteCommand({ RequestItems: { [monitor.table]: puts } }));
  }
  return monitor;
}
