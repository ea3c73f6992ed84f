import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ReadMarkStore } from '../ports.ts';
import { readRow, type Row } from '../../lib/row.ts';
import { batchGet, forEach, queryAll, readKey, type Table, unlessRefused } from './table.ts';

const timesOf = (rows: Row[]) => new Map(rows.flatMap((row) => [readMark(row)]).filter((mark) => mark !== undefined));

const readMark = (row: Row) => readRow(row, (from): [string, number] => [from.text('sk'), from.number('readTimeMs')]);

/** When a person last read which house. A mark stays when its house's community is deleted, for when it comes back. */
export function readMarkStore(table: Table): ReadMarkStore {
  const { client, TableName } = table;
  return {
    async findReadTimes(userId, houseIds) {
      return timesOf(
        await batchGet(
          table,
          houseIds.map((houseId) => readKey(userId, houseId)),
        ),
      );
    },

    async listReadTimes(userId) {
      return timesOf(
        await queryAll(table, {
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': readKey(userId, '').pk },
        }),
      );
    },

    async markRead(userId, houseIds, readTimeMs) {
      await forEach(houseIds, (houseId) =>
        unlessRefused(
          client.send(
            new UpdateCommand({
              TableName,
              Key: readKey(userId, houseId),
              UpdateExpression: 'SET readTimeMs = :time',
              ConditionExpression: 'attribute_not_exists(readTimeMs) OR readTimeMs < :time',
              ExpressionAttributeValues: { ':time': readTimeMs },
            }),
          ),
        ),
      );
    },

    async putReadTimes(userId, readTimes) {
      await forEach([...readTimes], ([houseId, readTimeMs]) => {
        const Key = readKey(userId, houseId);
        return readTimeMs === null
          ? client.send(new DeleteCommand({ TableName, Key }))
          : client.send(new PutCommand({ TableName, Item: { ...Key, readTimeMs } }));
      });
    },
  };
}
