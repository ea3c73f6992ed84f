import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { resblockKey } from '../keys.ts';
import type { HouseChange } from './house.ts';
import { houseItem, versionItem } from './house-item.ts';

/** Keeps a transaction from writing houses of a community that was removed in the meantime. */
export const isTrackedCheck = (TableName: string, resblockId: string): Write => ({
  ConditionCheck: { TableName, Key: resblockKey(resblockId), ...onlyIf(condition`attribute_exists(pk)`) },
});

/** Replaces the house if it is still stored as `before`, which becomes an older version. */
export function houseWrites(TableName: string, { before, after }: HouseChange): Write[] {
  const current: Write = {
    Put: {
      TableName,
      Item: houseItem(after),
      ...(before ? onlyIf(condition`hash = ${before.hash}`) : onlyIf(condition`attribute_not_exists(pk)`)),
    },
  };
  const isVersion = before !== undefined && before.updateTimeMs !== after.updateTimeMs;
  return isVersion ? [current, { Put: { TableName, Item: versionItem(before) } }] : [current];
}
