import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { HouseFlag } from 'shared-types/rules/house';
import { attribute, condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { batchGet, queryAll } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { forEachConcurrently } from '../../platform/for-each.ts';
import type { House } from '../houses/house.ts';
import { flagsKey, noteKey, noteKeyPrefix, readMarksKey, resblockMarkPrefix, resblockReadMarkKey } from '../keys.ts';
import { type Marks, maxFlaggedHouses } from './marks.ts';
import { type ReadTimes, readTimesJoiner, readTimesReader, writeReadTimes } from './read-times.ts';

const none: ReadonlySet<string> = new Set();
const flagsSortKey = flagsKey('').sk;

/** A text of read times, and how the ids of its houses end. */
type ReadTimesText = readonly [text: string, ending: string];

function readMarkItems(
  items: readonly StoredItem[],
  readTimesOf: (texts: readonly ReadTimesText[]) => ReadTimes,
): Marks {
  const texts: ReadTimesText[] = [];
  const resblocks = new Map<string, number>();
  const begunAsRead = new Set<string>();
  const notes = new Map<string, string>();
  const flagsItem = items.find(({ sk }) => sk === flagsSortKey);
  const flags = readItem(flagsItem, (from) => ({ starred: from.set('starred'), hidden: from.set('hidden') }));
  for (const item of items) {
    const sk = String(item.sk);
    if (sk.startsWith(noteKeyPrefix)) {
      const note = readItem(item, (from) => from.text('note'));
      if (note !== undefined) notes.set(sk.slice(noteKeyPrefix.length), note);
    } else if (sk.startsWith(resblockMarkPrefix)) {
      const resblockId = sk.slice(resblockMarkPrefix.length);
      const mark = readItem(item, (from) => ({
        timeMs: from.numberOrNull('readTimeMs'),
        isBegunAsRead: from.boolean('begunAsRead', false),
      }));
      if (mark?.isBegunAsRead) begunAsRead.add(resblockId);
      if (mark && mark.timeMs !== null) resblocks.set(resblockId, mark.timeMs);
    } else if (item !== flagsItem) {
      texts.push([readItem(item, (from) => from.text('readTimes')) ?? '', sk]);
    }
  }
  const houses = readTimesOf(texts);
  return { houses, resblocks, begunAsRead, notes, starred: flags?.starred ?? none, hidden: flags?.hidden ?? none };
}

/** The calls of one person meet in one item rarely, and one of them succeeds each time. */
const maxTries = 20;

export interface ReadTimeChange {
  houseId: string;
  /** Null removes the mark. */
  readTimeMs: number | null;
  /** The mark that this change takes back. A later mark stays as it is. Without this time the change replaces any mark. */
  markedMs?: number | undefined;
}

/** Sorts after every mark. */
const afterAll = '~';

interface MarkOptions {
  /** Notes may be longer than all other marks together. Lists read them for their rows, and for a search. */
  withNotes?: boolean;
}

/** Keeps each user's read marks and flags. They stay when a community is deleted, in case it is added again. */
export function markStore(table: Table) {
  const { client, TableName } = table;
  const readText = readTimesReader();
  const readerOfTexts = () => {
    const join = readTimesJoiner();
    return (texts: readonly ReadTimesText[]) => join(texts.map(([text, ending]) => readText(text, ending)));
  };
  // The marks of the houses of a page would take the place of all marks.
  const [readSome, readAll] = [readerOfTexts(), readerOfTexts()];
  const queryMarks = (userId: string, first: string, last: string) =>
    queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': flagsKey(userId).pk, ':first': first, ':last': last },
    });
  const queryLastMarks = (userId: string, { withNotes = true }: MarkOptions) =>
    queryMarks(userId, withNotes ? noteKeyPrefix : resblockMarkPrefix, afterAll);

  /** Changes the read times of houses, and again those in an item that another call has changed meanwhile. */
  async function changeReadTimes(
    userId: string,
    houseIds: readonly string[],
    change: (houseId: string, readTimeMs: number | undefined) => number | undefined,
  ): Promise<void> {
    let waiting = [...Map.groupBy(new Set(houseIds), (houseId) => readMarksKey(userId, houseId).sk)];
    for (let tries = 1; waiting.length > 0; tries += 1) {
      if (tries > maxTries) throw new Error('the read marks keep changing');
      const refused: typeof waiting = [];
      const { pk } = flagsKey(userId);
      const keys = waiting.map(([sk]) => ({ pk, sk }));
      const items = await batchGet(table, keys, { ConsistentRead: true });
      const stored = new Map(items.map((item) => [item.sk, readItem(item, (from) => from.text('readTimes'))]));
      await forEachConcurrently(waiting, async ([sk, together]) => {
        const before = stored.get(sk);
        const times = new Map(readText(before ?? '', sk));
        for (const houseId of together) {
          const timeMs = change(houseId, times.get(houseId));
          if (timeMs === undefined) times.delete(houseId);
          else times.set(houseId, timeMs);
        }
        const readTimes = writeReadTimes(times);
        if (readTimes === (before ?? '')) return;
        const update = updateItem({
          TableName,
          Key: { pk, sk },
          set: { readTimes },
          when: before === undefined ? condition`attribute_not_exists(readTimes)` : condition`readTimes = ${before}`,
        });
        if (!(await conditionHeld(client.send(new UpdateCommand(update))))) refused.push([sk, together]);
      });
      waiting = refused;
    }
  }

  return {
    /** Finds the read times of these houses, and all other marks. */
    async findMarks(
      userId: string,
      houses: readonly Pick<House, 'houseId'>[],
      options: MarkOptions = {},
    ): Promise<Marks> {
      const keys = houses.map(({ houseId }) => readMarksKey(userId, houseId));
      const [marks, others] = await Promise.all([
        batchGet(table, [...keys, flagsKey(userId)]),
        queryLastMarks(userId, options),
      ]);
      return readMarkItems([...marks, ...others], readSome);
    },

    async listMarks(userId: string, options: MarkOptions = {}): Promise<Marks> {
      const [marks, others] = await Promise.all([
        queryMarks(userId, '0', flagsSortKey),
        queryLastMarks(userId, options),
      ]);
      return readMarkItems([...marks, ...others], readAll);
    },

    /** Never moves a mark back in time. */
    markRead: (userId: string, houseIds: readonly string[], readTimeMs: number): Promise<void> =>
      changeReadTimes(userId, houseIds, (_, before = 0) => Math.max(before, readTimeMs)),

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
    putReadTimes(userId: string, readTimes: readonly ReadTimeChange[]): Promise<void> {
      const changes = new Map(readTimes.map((each) => [each.houseId, each]));
      return changeReadTimes(userId, [...changes.keys()], (houseId, before) => {
        const { readTimeMs = null, markedMs = before } = changes.get(houseId) ?? {};
        return before === markedMs ? (readTimeMs ?? undefined) : before;
      });
    },

    /** Replaces a note; '' stands for none. Returns false when the stored one is neither `was` nor the new one. */
    putNote(userId: string, houseId: string, { note, was }: { note: string; was: string }): Promise<boolean> {
      const Key = noteKey(userId, houseId);
      const when =
        note === '' || was === ''
          ? condition`attribute_not_exists(note) OR note = ${was || note}`
          : condition`note = ${was} OR note = ${note}`;
      // Every list would read an item without a note, too.
      if (note === '') return conditionHeld(client.send(new DeleteCommand({ TableName, Key, ...onlyIf(when) })));
      return conditionHeld(client.send(new UpdateCommand(updateItem({ TableName, Key, set: { note }, when }))));
    },
  };
}

export type MarkStore = ReturnType<typeof markStore>;
