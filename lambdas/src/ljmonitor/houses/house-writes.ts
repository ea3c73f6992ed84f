import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { versionKey } from '../keys.ts';
import type { HouseChange } from './house.ts';
import { houseItem, versionItem } from './house-item.ts';

/** Replaces the house if it is still stored as `before`. The older of the two becomes or leaves the history. */
export function houseWrites(TableName: string, { before, after }: HouseChange): Write[] {
  const current: Write = {
    Put: {
      TableName,
      Item: houseItem(after),
      ...(before ? onlyIf(condition`hash = ${before.hash}`) : onlyIf(condition`attribute_not_exists(pk)`)),
    },
  };
  if (!before || before.updateTimeMs === after.updateTimeMs) return [current];
  const isUndone = after.updateTimeMs < before.updateTimeMs;
  return [
    current,
    isUndone
      ? { Delete: { TableName, Key: versionKey(after.houseId, after.updateTimeMs) } }
      : { Put: { TableName, Item: versionItem(before) } },
  ];
}
