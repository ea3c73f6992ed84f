import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../dynamodb/condition.ts';
import type { StoredItem } from '../dynamodb/item.ts';
import { conditionHeld, type Key, type Table } from '../dynamodb/table.ts';

/**
 * Replaces the item of a version by that of the next. An item that is not stored has the version 0. Returns false when the
 * stored item has another version by now.
 */
export const putNextVersion = ({ client, TableName }: Table, key: Key, item: StoredItem & { version: number }) =>
  conditionHeld(
    client.send(
      new PutCommand({
        TableName,
        Item: { ...key, ...item, version: item.version + 1 },
        ...onlyIf(condition`attribute_not_exists(version) OR version = ${item.version}`),
      }),
    ),
  );
