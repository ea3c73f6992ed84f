import { type ChangeTimes, priceDropOf, timedChanges } from 'shared-types/rules/house';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { timeKey } from '../../platform/dynamodb/table.ts';
import { houseKey, versionKey } from '../keys.ts';
import type { House, HouseCursor, HouseDigest, MissedReadings, PriceAt } from './house.ts';

/** Reads a house or an older version. Some attributes are not stored while they have their first value, because lists read many. */
export const readHouseItem = (item: StoredItem): House | undefined =>
  readItem(item, (from) => {
    const house = {
      houseId: houseIdOf(from),
      resblockId: from.text('resblockId'),
      title: from.text('title'),
      description: from.text('description'),
      tags: from.texts('tags'),
      price: from.numberOrNull('price'),
      unitPrice: from.number('unitPrice'),
      createTimeMs: from.number('createTimeMs'),
      updateTimeMs: from.number('updateTimeMs'),
      removed: from.boolean('removed', false),
      ofFormerSite: from.boolean('ofFormerSite', false),
      changeTimes: readChangeTimes(from.entryOrNull('changeTimes')),
      hash: from.text('hash'),
    };
    return { ...house, prices: from.entriesOrNull('prices')?.map(readPrice) ?? firstPrices(house) };
  });

const houseIdOf = (from: ItemReader) => from.text('pk').slice('HOUSE#'.length);
const readPrice = (from: ItemReader): PriceAt => ({ time: from.number('time'), price: from.number('price') });

function readChangeTimes(from: ItemReader | null): ChangeTimes {
  const times = timedChanges.map((change) => [change, from?.numberOrNull(change) ?? null] as const);
  return Object.fromEntries(times.filter(([, time]) => time !== null));
}

const firstPrices = ({ createTimeMs, price }: Pick<House, 'createTimeMs' | 'price'>): PriceAt[] =>
  price === null ? [] : [{ time: createTimeMs, price }];

function attributesOf({
  houseId: _id,
  ofFormerSite: _former,
  prices,
  changeTimes,
  removed,
  ...house
}: House): StoredItem {
  const [first] = prices;
  const isFirst =
    house.price === null
      ? prices.length === 0
      : prices.length === 1 && first?.time === house.createTimeMs && first.price === house.price;
  const hasChanged = Object.keys(changeTimes).length > 0;
  return {
    ...house,
    ...(isFirst ? {} : { prices }),
    ...(hasChanged ? { changeTimes } : {}),
    ...(removed ? { removed } : {}),
  };
}

function dropAttribute(house: House): StoredItem {
  const drop = priceDropOf(house);
  return drop === 0 ? {} : { drop };
}

/** Returns the sort key of a house in the house index, which lists the houses by update time. */
export const houseCursorKey = ({ updateTimeMs, houseId }: HouseCursor) => `${timeKey(updateTimeMs)}#${houseId}`;

/** The partition of the house index. */
export const houseIndex = 'HOUSES';

/** The first index lists all houses by update time, the second one the houses of a community. */
const indexKeys = (house: House): StoredItem => ({
  gsi1pk: houseIndex,
  gsi1sk: houseCursorKey(house),
  gsi2pk: `RESBLOCK#${house.resblockId}`,
  gsi2sk: house.houseId,
});

export const houseItem = (house: House): StoredItem => ({
  ...houseKey(house.houseId),
  ...dropAttribute(house),
  ...(house.ofFormerSite ? { ofFormerSite: true } : indexKeys(house)),
  ...attributesOf(house),
});

/** Older versions are in no index. */
export const versionItem = (house: House): StoredItem => ({
  ...versionKey(house.houseId, house.updateTimeMs),
  ...attributesOf(house),
});

export const readHouseDigest = (item: StoredItem): HouseDigest | undefined =>
  readItem(item, (from) => ({
    houseId: from.text('gsi2sk'),
    hash: from.text('hash'),
    removed: from.boolean('removed', false),
    missingCount: from.number('missingCount', 0),
    price: from.numberOrNull('price'),
    unitPrice: from.number('unitPrice'),
    createTime: from.number('createTimeMs'),
    drop: from.number('drop', 0),
  }));

/** Returns undefined for a house that the last exact reading has shown. */
export const readMissedReadings = (item: StoredItem): [string, MissedReadings] | undefined =>
  item.missingCount === undefined
    ? undefined
    : readItem(item, (from) => [
        houseIdOf(from),
        {
          runId: from.text('missingRunId'),
          count: from.number('missingCount'),
          sinceMs: from.number('missingSinceMs'),
        },
      ]);

/** The index by community has `missingCount`, so that a crawl knows which houses to reset. */
export const missedReadingsAttributes = ({ runId, count, sinceMs }: MissedReadings) => ({
  missingRunId: runId,
  missingCount: count,
  missingSinceMs: sinceMs,
});
