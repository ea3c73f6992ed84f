import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { HouseFlag } from 'shared-types/rules/house';
import { attribute, condition } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { batchGet, queryAll } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { retryWithBackoff, transact } from '../../platform/dynamodb/transaction.ts';
import { type ItemUpdate, updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import { forEachConcurrently } from '../../platform/for-each.ts';
import type { House } from '../houses/house.ts';
import { flagsKey, readMarkKey, resblockMarkPrefix, resblockReadMarkKey } from '../keys.ts';
import { type Marks, maxFlaggedHouses } from './marks.ts';

const none: ReadonlySet<string> = new Set();
const flagsSortKey = flagsKey('').sk;

function readMarkItems(items: StoredItem[]): Marks {
  const houses = new Map<string, number>();
  const resblocks = new Map<string, number>();
  const flagsItem = items.find(({ sk }) => sk === flagsSortKey);
  const flags = readItem(flagsItem, (from) => ({ starred: from.set('starred'), hidden: from.set('hidden') }));
  for (const item of items) {
    if (item === flagsItem) continue;
    const mark = readItem(item, (from) => ({ id: from.text('sk'), timeMs: from.number('readTimeMs') }));
    if (mark?.id.startsWith(resblockMarkPrefix)) resblocks.set(mark.id.slice(resblockMarkPrefix.length), mark.timeMs);
    else if (mark) houses.set(mark.id, mark.timeMs);
  }
  return { houses, resblocks, starred: flags?.starred ?? none, hidden: flags?.hidden ?? none };
}

/** A single update needs no transaction, which costs twice as much. Returns false when a condition did not hold. */
async function updateAll({ client }: Table, updates: ItemUpdate[]): Promise<boolean> {
  const [only] = updates;
  if (only && updates.length === 1) {
    return conditionHeld(retryWithBackoff(() => client.send(new UpdateCommand(updateItem(only)))));
  }
  return (await transact(client, updates.map(updateWrite))).length === 0;
}

/** Each user's read marks and flags. They stay when a community is deleted, in case it is added again. */
export function markStore(table: Table) {
  const { client, TableName } = table;
  return {
    async findMarks(userId: string, houses: readonly Pick<House, 'houseId' | 'resblockId'>[]): Promise<Marks> {
      const keys = houses.flatMap(({ houseId, resblockId }) => [
        readMarkKey(userId, houseId),
        resblockReadMarkKey(userId, resblockId),
      ]);
      return readMarkItems(await batchGet(table, [...keys, flagsKey(userId)]));
    },

    async listMarks(userId: string): Promise<Marks> {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': readMarkKey(userId, '').pk },
      });
      return readMarkItems(items);
    },

    /** Never moves a mark back in time. */
    async markRead(userId: string, houseIds: readonly string[], readTimeMs: number): Promise<void> {
      await forEachConcurrently(houseIds, (houseId) => {
        const update = updateItem({
          TableName,
          Key: readMarkKey(userId, houseId),
          set: { readTimeMs },
          when: condition`attribute_not_exists(readTimeMs) OR readTimeMs < ${readTimeMs}`,
        });
        return conditionHeld(client.send(new UpdateCommand(update)));
      });
    },

    /** Marks all houses of a community read that were updated before this time. Never moves a mark back in time. */
    async markResblockRead(userId: string, resblockId: string, readTimeMs: number): Promise<void> {
      const update = updateItem({
        TableName,
        Key: resblockReadMarkKey(userId, resblockId),
        set: { readTimeMs },
        // The same write keeps the previous mark, so a repeated call cannot overwrite it with the new one.
        copy: { beforeMs: { from: 'readTimeMs', otherwise: 0 } },
        when: condition`attribute_not_exists(readTimeMs) OR readTimeMs < ${readTimeMs}`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },

    /** Restores the previous mark of the community, unless a newer mark has replaced this one. */
    async undoMarkResblockRead(userId: string, resblockId: string, readTimeMs: number): Promise<void> {
      const update = updateItem({
        TableName,
        Key: resblockReadMarkKey(userId, resblockId),
        copy: { readTimeMs: { from: 'beforeMs' } },
        when: condition`readTimeMs = ${readTimeMs}`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },

    /** Sets the flag for all of these users or for none. Returns false when the first user has too many. */
    setFlag(userIds: readonly string[], flag: HouseFlag, houseId: string): Promise<boolean> {
      const add = { [flag]: new Set([houseId]) };
      const updates = userIds.map((userId, index) =>
        index === 0
          ? {
              TableName,
              Key: flagsKey(userId),
              add,
              when: condition`attribute_not_exists(${attribute(flag)}) OR size(${attribute(flag)}) < ${maxFlaggedHouses} OR contains(${attribute(flag)}, ${houseId})`,
            }
          : // The digest's copy has no limit: previous owners may have hidden houses, too.
            { TableName, Key: flagsKey(userId), add },
      );
      return updateAll(table, updates);
    },

    async clearFlag(userIds: readonly string[], flag: HouseFlag, houseIds: readonly string[]): Promise<void> {
      const deleteFrom = { [flag]: new Set(houseIds) };
      await updateAll(
        table,
        userIds.map((userId) => ({ TableName, Key: flagsKey(userId), deleteFrom })),
      );
    },

    /** Replaces the read times, even by earlier ones; null removes the mark. */
    async putReadTimes(userId: string, readTimes: ReadonlyMap<string, number | null>): Promise<void> {
      await forEachConcurrently([...readTimes], ([houseId, readTimeMs]) => {
        const Key = readMarkKey(userId, houseId);
        return readTimeMs === null
          ? client.send(new DeleteCommand({ TableName, Key }))
          : client.send(new PutCommand({ TableName, Item: { ...Key, readTimeMs } }));
      });
    },
  };
}
