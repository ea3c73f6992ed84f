import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Marks } from '../marks.ts';
import type { ReadMarkStore } from '../ports.ts';
import { readRow, type Row } from '../../lib/row.ts';
import {
  batchGet,
  forEach,
  queryAll,
  readKey,
  readResblockKey,
  resblockMarks,
  type Table,
  unlessRefused,
} from './table.ts';

function marksOf(rows: Row[]): Marks {
  const houses = new Map<string, number>();
  const resblocks = new Map<string, number>();
  for (const row of rows) {
    const mark = readRow(row, (from) => ({ of: from.text('sk'), timeMs: from.number('readTimeMs') }));
    if (mark?.of.startsWith(resblockMarks)) resblocks.set(mark.of.slice(resblockMarks.length), mark.timeMs);
    else if (mark) houses.set(mark.of, mark.timeMs);
  }
  return { houses, resblocks };
}

/** When a person read what. A mark stays when its house's community is deleted, for when it comes back. */
export function readMarkStore(table: Table): ReadMarkStore {
  const { client, TableName } = table;
  return {
    async findMarks(userId, houses) {
      return marksOf(
        await batchGet(
          table,
          houses.flatMap(({ houseId, resblockId }) => [readKey(userId, houseId), readResblockKey(userId, resblockId)]),
        ),
      );
    },

    async listMarks(userId) {
      return marksOf(
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

    async markResblockRead(userId, resblockId, readTimeMs) {
      await unlessRefused(
        client.send(
          new UpdateCommand({
            TableName,
            Key: readResblockKey(userId, resblockId),
            // What it was is kept in the same write: said twice, it must not become what it is now.
            UpdateExpression: 'SET beforeMs = if_not_exists(readTimeMs, :never), readTimeMs = :time',
            ConditionExpression: 'attribute_not_exists(readTimeMs) OR readTimeMs < :time',
            ExpressionAttributeValues: { ':time': readTimeMs, ':never': 0 },
          }),
        ),
      );
    },

    async takeResblockMarkBack(userId, resblockId) {
      await unlessRefused(
        client.send(
          new UpdateCommand({
            TableName,
            Key: readResblockKey(userId, resblockId),
            UpdateExpression: 'SET readTimeMs = beforeMs',
            ConditionExpression: 'attribute_exists(beforeMs)',
          }),
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
