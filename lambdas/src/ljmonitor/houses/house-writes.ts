import type { HouseChange } from './house.ts';
import { currentRow, versionRow } from './house-item.ts';
import { resblockKey, type Write } from '../keys.ts';

/** No house is written for a community that was deleted meanwhile. */
export const trackedCheck = (TableName: string, resblockId: string): Write => ({
  ConditionCheck: {
    TableName,
    Key: resblockKey(resblockId),
    ConditionExpression: 'attribute_exists(pk)',
  },
});

/** The new current row, if the old one is still what it was compared with, and the old one as a version. */
export function houseWrites(TableName: string, { before, after }: HouseChange): Write[] {
  const current: Write = {
    Put: {
      TableName,
      Item: currentRow(after),
      ...(before
        ? {
            ConditionExpression: '#hash = :hash',
            ExpressionAttributeNames: { '#hash': 'hash' },
            ExpressionAttributeValues: { ':hash': before.hash },
          }
        : { ConditionExpression: 'attribute_not_exists(pk)' }),
    },
  };
  const isVersion = before !== undefined && before.updateTimeMs !== after.updateTimeMs;
  return isVersion ? [current, { Put: { TableName, Item: versionRow(before) } }] : [current];
}
