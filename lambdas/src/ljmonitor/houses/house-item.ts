import { priceDropOf } from 'shared-types/rules/house';
import type { House, PriceAt } from './house.ts';
import type { KnownHouse } from '../ports.ts';
import type { Missing } from '../refresh/removal-rule.ts';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { houseKey, timeKey, versionKey } from '../keys.ts';

/** A house or an older version of it. Attributes that say nothing new are not stored: the list reads many. */
export const houseOf = (row: StoredItem): House | undefined =>
  readItem(row, (from) => {
    const house = {
      houseId: houseIdOf(from),
      resblockId: from.text('resblockId'),
      title: from.text('title', ''),
      description: from.text('description', ''),
      tags: from.texts('tags', []),
      price: from.number('price'),
      unitPrice: from.number('unitPrice', 0),
      createTimeMs: from.number('createTimeMs'),
      updateTimeMs: from.number('updateTimeMs'),
      removed: from.boolean('removed'),
      hash: from.text('hash', ''),
    };
    return { ...house, prices: from.itemsOrNull('prices')?.map(priceOf) ?? [firstPrice(house)] };
  });

const houseIdOf = (from: ItemReader) => from.text('pk').slice('HOUSE#'.length);
const priceOf = (from: ItemReader): PriceAt => ({ time: from.number('time'), price: from.number('price') });

const firstPrice = ({ createTimeMs, price }: Pick<House, 'createTimeMs' | 'price'>): PriceAt => ({
  time: createTimeMs,
  price,
});

function attributesOf({ houseId: _id, prices, removed, ...house }: House): StoredItem {
  const [first] = prices;
  const isFirst = prices.length === 1 && first?.time === house.createTimeMs && first.price === house.price;
  return { ...house, ...(isFirst ? {} : { prices }), ...(removed ? { removed } : {}) };
}

function dropAttribute(house: House): StoredItem {
  const drop = priceDropOf(house);
  return drop === 0 ? {} : { drop };
}

/** In both indexes: newest first for people; by community for the crawl, and for whoever wants another order. */
export const currentRow = (house: House): StoredItem => ({
  ...houseKey(house.houseId),
  ...dropAttribute(house),
  gsi1pk: 'FEED',
  gsi1sk: `${timeKey(house.updateTimeMs)}#${house.houseId}`,
  gsi2pk: `RESBLOCK#${house.resblockId}`,
  gsi2sk: house.houseId,
  ...attributesOf(house),
});

/** In no index. */
export const versionRow = (house: House): StoredItem => ({
  ...versionKey(house.houseId, house.updateTimeMs),
  ...attributesOf(house),
});

export const knownOf = (row: StoredItem): KnownHouse | undefined =>
  readItem(row, (from) => ({
    houseId: from.text('gsi2sk'),
    hash: from.text('hash', ''),
    removed: from.boolean('removed'),
    missingCount: from.number('missingCount', 0),
    price: from.number('price', 0),
    unitPrice: from.number('unitPrice', 0),
    createTime: from.number('createTimeMs', 0),
    drop: from.number('drop', 0),
  }));

export const missingOf = (row: StoredItem): [string, Missing] | undefined =>
  row.missingRunId === undefined
    ? undefined
    : readItem(row, (from) => [
        houseIdOf(from),
        {
          runId: from.text('missingRunId'),
          count: from.number('missingCount', 1),
          sinceMs: from.number('missingSinceMs'),
          exactCount: from.number('missingExactCount', 0),
          exactSinceMs: from.numberOrNull('missingExactSinceMs'),
        },
      ]);

export const missingAttributes = ({ runId, count, sinceMs, exactCount, exactSinceMs }: Missing) => ({
  missingRunId: runId,
  missingCount: count,
  missingSinceMs: sinceMs,
  missingExactCount: exactCount,
  missingExactSinceMs: exactSinceMs,
});
