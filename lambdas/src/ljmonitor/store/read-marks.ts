import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '../../lib/app-error.ts';
import type { Marks } from '../marks.ts';
import type { ReadMarkStore } from '../ports.ts';
import { readRow, type Row } from '../../lib/row.ts';
import {
  batchGet,
  choicesKey,
  forEach,
  queryAll,
  readKey,
  readResblockKey,
  resblockMarks,
  type Table,
  transact,
  unlessRefused,
} from './table.ts';

/** All of them are read with every list, and shown in one of their own. */
const mostChosen = 500;
const none: ReadonlySet<string> = new Set();
const choicesSk = choicesKey('').sk;

function marksOf(rows: Row[]): Marks {
  const houses = new Map<string, number>();
  const resblocks = new Map<string, number>();
  const chosen = rows.find(({ sk }) => sk === choicesSk);
  const made = readRow(chosen, (from) => ({ starred: from.set('starred'), hidden: from.set('hidden') }));
  for (const row of rows) {
    if (row === chosen) continue;
    const mark = readRow(row, (from) => ({ of: from.text('sk'), timeMs: from.number('readTimeMs') }));
    if (mark?.of.startsWith(resblockMarks)) resblocks.set(mark.of.slice(resblockMarks.length), mark.timeMs);
    else if (mark) houses.set(mark.of, mark.timeMs);
  }
  return { houses, resblocks, starred: made?.starred ?? none, hidden: made?.hidden ?? none };
}

/** When a person read what. A mark stays when its house's community is deleted, for when it comes back. */
export function readMarkStore(table: Table): ReadMarkStore {
  const { client, TableName } = table;
  return {
    async findMarks(userId, houses) {
      return marksOf(
        await batchGet(
          table,
          houses
            .flatMap(({ houseId, resblockId }) => [readKey(userId, houseId), readResblockKey(userId, resblockId)])
            .concat(choicesKey(userId)),
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

    async choose(userIds, choice, houseId, isChosen) {
      const refused = await transact(
        client,
        userIds.map((userId) => ({
          Update: {
            TableName,
            Key: choicesKey(userId),
            UpdateExpression: isChosen ? 'ADD #choice :houses' : 'DELETE #choice :houses',
            ...(isChosen && {
              ConditionExpression:
                'attribute_not_exists(#choice) OR size(#choice) < :most OR contains(#choice, :house)',
            }),
            ExpressionAttributeNames: { '#choice': choice },
            ExpressionAttributeValues: {
              ':houses': new Set([houseId]),
              ...(isChosen && { ':most': mostChosen, ':house': houseId }),
            },
          },
        })),
      );
      if (refused.length > 0)
        throw new AppError('conflict', `At most ${mostChosen} houses can be ${choice}. Take some of them back first.`);
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
