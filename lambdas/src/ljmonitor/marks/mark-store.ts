import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Marks, mostChosen } from './marks.ts';
import type { ReadMarkStore } from '../ports.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import {
  batchGet,
  choicesKey,
  forEach,
  retryWithBackoff,
  queryAll,
  readKey,
  readResblockKey,
  resblockMarks,
  type Table,
  transact,
  conditionHeld,
  type Write,
} from '../keys.ts';

const none: ReadonlySet<string> = new Set();
const choicesSk = choicesKey('').sk;

function marksOf(rows: StoredItem[]): Marks {
  const houses = new Map<string, number>();
  const resblocks = new Map<string, number>();
  const chosen = rows.find(({ sk }) => sk === choicesSk);
  const made = readItem(chosen, (from) => ({ starred: from.set('starred'), hidden: from.set('hidden') }));
  for (const row of rows) {
    if (row === chosen) continue;
    const mark = readItem(row, (from) => ({ of: from.text('sk'), timeMs: from.number('readTimeMs') }));
    if (mark?.of.startsWith(resblockMarks)) resblocks.set(mark.of.slice(resblockMarks.length), mark.timeMs);
    else if (mark) houses.set(mark.of, mark.timeMs);
  }
  return { houses, resblocks, starred: made?.starred ?? none, hidden: made?.hidden ?? none };
}

/** One write of one row, or all of several rows in one transaction. False when a condition did not hold. */
async function updateAll({ client }: Table, updates: NonNullable<Write['Update']>[]): Promise<boolean> {
  const [only] = updates;
  return only && updates.length === 1
    ? conditionHeld(retryWithBackoff(() => client.send(new UpdateCommand(only))))
    : (
        await transact(
          client,
          updates.map((Update) => ({ Update })),
        )
      ).length === 0;
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
        conditionHeld(
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
      await conditionHeld(
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

    async takeResblockMarkBack(userId, resblockId, readTimeMs) {
      await conditionHeld(
        client.send(
          new UpdateCommand({
            TableName,
            Key: readResblockKey(userId, resblockId),
            UpdateExpression: 'SET readTimeMs = beforeMs',
            ConditionExpression: 'readTimeMs = :mine',
            ExpressionAttributeValues: { ':mine': readTimeMs },
          }),
        ),
      );
    },

    choose: (userIds, choice, houseId) =>
      updateAll(
        table,
        userIds.map((userId, place) => ({
          TableName,
          Key: choicesKey(userId),
          UpdateExpression: 'ADD #choice :houses',
          // A copy may hold more: what others hid before, whom nobody can ask to take some back.
          ...(place === 0 && {
            ConditionExpression: 'attribute_not_exists(#choice) OR size(#choice) < :most OR contains(#choice, :house)',
          }),
          ExpressionAttributeNames: { '#choice': choice },
          ExpressionAttributeValues: {
            ':houses': new Set([houseId]),
            ...(place === 0 && { ':most': mostChosen, ':house': houseId }),
          },
        })),
      ),

    async unchoose(userIds, choice, houseIds) {
      await updateAll(
        table,
        userIds.map((userId) => ({
          TableName,
          Key: choicesKey(userId),
          UpdateExpression: 'DELETE #choice :houses',
          ExpressionAttributeNames: { '#choice': choice },
          ExpressionAttributeValues: { ':houses': new Set(houseIds) },
        })),
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
