import { type Condition, condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { resblockKey, versionKey } from '../keys.ts';
import type { SiteOrigin } from '../listing-site/site-adapter.ts';
import type { HouseChange } from './house.ts';
import { houseItem, versionItem } from './house-item.ts';

/** Keeps a transaction from writing houses of a community that was deleted in the meantime. */
export const isTrackedCheck = (TableName: string, resblockId: string): Write => ({
  ConditionCheck: { TableName, Key: resblockKey(resblockId), ...onlyIf(condition`attribute_exists(pk)`) },
});

/**
 * Holds while the community is tracked and read from this site: what another site shows under the same id is of other houses.
 * Communities that were stored without a site are read from the configured one.
 */
export const isReadFrom = (origin: SiteOrigin): Condition =>
  condition`attribute_exists(pk) AND (attribute_not_exists(origin) OR origin = ${origin})`;

/** Keeps a transaction from writing houses that the community's reading site does not show. */
export const isReadFromCheck = (TableName: string, resblockId: string, origin: SiteOrigin): Write => ({
  ConditionCheck: { TableName, Key: resblockKey(resblockId), ...onlyIf(isReadFrom(origin)) },
});

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
