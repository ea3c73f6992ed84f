import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { HouseFlag } from 'shared-types/rules/house';
import { attribute, condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { batchGet, queryAll } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { forEachConcurrently } from '../../platform/for-each.ts';
import type { House } from '../houses/house.ts';
import { flagsKey, readMarkKey, resblockMarkPrefix, resblockReadMarkKey } from '../keys.ts';
import { type Marks, maxFlaggedHouses } from './marks.ts';

const none: ReadonlySet<string> = new Set();
const flagsSortKey = flagsKey('').sk;

function readMarkItems(items: StoredItem[]): Marks {
  const houses = new Map<string, number>();
  const resblocks = new Map<string, number>();
  const begunAsRead = new Set<string>();
  const notes = new Map<string, string>();
  const flagsItem = items.find(({ sk }) => sk === flagsSortKey);
  const flags = readItem(flagsItem, (from) => ({ starred: from.set('starred'), hidden: from.set('hidden') }));
  for (const item of items) {
    if (item === flagsItem) continue;
    const mark = readItem(item, (from) => ({
      id: from.text('sk'),
      timeMs: from.numberOrNull('readTimeMs'),
      note: from.textOrNull('note'),
      isBegunAsRead: from.boolean('begunAsRead', false),
    }));
    if (mark && mark.note !== null) notes.set(mark.id, mark.note);
    if (!mark) continue;
    const resblockId = mark.id.startsWith(resblockMarkPrefix) ? mark.id.slice(resblockMarkPrefix.length) : undefined;
    if (resblockId !== undefined && mark.isBegunAsRead) begunAsRead.add(resblockId);
    if (mark.timeMs === null) continue;
    if (resblockId !== undefined) resblocks.set(resblockId, mark.timeMs);
    else houses.set(mark.id, mark.timeMs);
  }
  return { houses, resblocks, begunAsRead, notes, starred: flags?.starred ?? none, hidden: flags?.hidden ?? none };
}

export interface ReadTimeChange {
  houseId: string;
  /** Null removes the mark. */
  readTimeMs: number | null;
  /** The mark that this change takes back. A later mark stays as it is. Without this time the change replaces any mark. */
  markedMs?: number | undefined;
}

/** Keeps each user's read marks and flags. They stay when a community is deleted, in case it is added again. */
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

    /** Says whether the first reading of a community is read for the user. */
    async beginResblock(userId: string, resblockId: string, asRead: boolean): Promise<void> {
      const change = asRead ? { set: { begunAsRead: true } } : { remove: ['begunAsRead'] };
      const update = updateItem({ TableName, Key: resblockReadMarkKey(userId, resblockId), ...change });
      await client.send(new UpdateCommand(update));
    },

    /** Returns false when the user has flagged too many houses. */
    setFlag(userId: string, flag: HouseFlag, houseId: string): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key: flagsKey(userId),
        add: { [flag]: new Set([houseId]) },
        when: condition`attribute_not_exists(${attribute(flag)}) OR size(${attribute(flag)}) < ${maxFlaggedHouses} OR contains(${attribute(flag)}, ${houseId})`,
      });
      return conditionHeld(client.send(new UpdateCommand(update)));
    },

    async clearFlag(userId: string, flag: HouseFlag, houseIds: readonly string[]): Promise<void> {
      const deleteFrom = { [flag]: new Set(houseIds) };
      await client.send(new UpdateCommand(updateItem({ TableName, Key: flagsKey(userId), deleteFrom })));
    },

    /** Replaces the read times, even by earlier ones. */
    async putReadTimes(userId: string, readTimes: readonly ReadTimeChange[]): Promise<void> {
      await forEachConcurrently(readTimes, async ({ houseId, readTimeMs, markedMs }) => {
        const Key = readMarkKey(userId, houseId);
        if (readTimeMs !== null) {
          const when = markedMs === undefined ? undefined : condition`${markedMs} = readTimeMs`;
          const update = updateItem({ TableName, Key, set: { readTimeMs }, ...(when && { when }) });
          await conditionHeld(client.send(new UpdateCommand(update)));
          return;
        }
        const withoutNote = onlyIf(
          markedMs === undefined
            ? condition`attribute_not_exists(note)`
            : condition`attribute_not_exists(note) AND readTimeMs = ${markedMs}`,
        );
        if (await conditionHeld(client.send(new DeleteCommand({ TableName, Key, ...withoutNote })))) return;
        const when = markedMs === undefined ? undefined : condition`readTimeMs IN (${markedMs})`;
        const update = updateItem({ TableName, Key, remove: ['readTimeMs'], ...(when && { when }) });
        await conditionHeld(client.send(new UpdateCommand(update)));
      });
    },

    /** Replaces a note; '' stands for none. Returns false when the stored one is neither `was` nor the new one. */
    putNote(userId: string, houseId: string, { note, was }: { note: string; was: string }): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key: readMarkKey(userId, houseId),
        ...(note === '' ? { remove: ['note'] } : { set: { note } }),
        when:
          note === '' || was === ''
            ? condition`attribute_not_exists(note) OR note = ${was || note}`
            : condition`note = ${was} OR note = ${note}`,
      });
      return conditionHeld(client.send(new UpdateCommand(update)));
    },
  };
}

export type MarkStore = ReturnType<typeof markStore>;
