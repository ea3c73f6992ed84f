import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DailyStats } from 'shared-types/contract/ljmonitor';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { queryAll } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { dailyStatsKey, deletedResblockKey, resblockKey } from '../keys.ts';
import type { SiteOrigin } from '../listing-site/site-adapter.ts';
import { resblockStates } from 'shared-types/rules/monitor/states';
import type { TrackedResblock } from './community.ts';

export const readResblockItem = (item: StoredItem | undefined): TrackedResblock | undefined =>
  readItem(item, (from) => ({
    resblockId: from.text('resblockId'),
    name: from.text('name'),
    districtName: from.text('districtName'),
    bizcircleName: from.text('bizcircleName'),
    origin: from.textOrNull('origin'),
    siteChangedAtMs: from.numberOrNull('siteChangedAtMs'),
    addedAtMs: from.number('addedAtMs'),
    houseCount: from.number('houseCount'),
    lastCompleteAtMs: from.numberOrNull('lastCompleteAtMs'),
    firstCompleteAtMs: from.numberOrNull('firstCompleteAtMs'),
    unproven: readUnproven(from.entryOrNull('unproven')),
    lastReadAtMs: from.numberOrNull('lastReadAtMs'),
    lastCompleteBy: from.textOrNull('lastCompleteBy'),
    state: from.oneOf('state', resblockStates),
    stateReason: from.textOrNull('stateReason'),
  }));

const readUnproven = (from: ItemReader | null) =>
  from && { readingId: from.text('readingId'), atMs: from.number('atMs'), count: from.number('count') };

const readDailyStatsItem = (item: StoredItem) =>
  readItem(item, (from) => ({
    time: from.number('time'),
    medianUnitPrice: from.number('medianUnitPrice'),
    count: from.number('count'),
  }));

/** Reads are strongly consistent, because the browser reloads the list right after it changed it. */
export function communityStore(table: Table) {
  const { client, TableName } = table;

  async function get(key: Key): Promise<StoredItem | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    return Item;
  }

  const findResblock = async (resblockId: string) => readResblockItem(await get(resblockKey(resblockId)));

  return {
    findResblock,

    /** Finds a community that was deleted, as it was then. */
    findDeletedResblock: async (resblockId: string) => readResblockItem(await get(deletedResblockKey(resblockId))),

    /** Lists the communities in the order in which they were added. */
    async listResblocks(): Promise<TrackedResblock[]> {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': resblockKey('').pk },
        ConsistentRead: true,
      });
      return items
        .flatMap((item) => readResblockItem(item) ?? [])
        .toSorted((one, other) => one.addedAtMs - other.addedAtMs || one.resblockId.localeCompare(other.resblockId));
    },

    /** Returns the stored community, which is an earlier one when it was already tracked. */
    async addResblock(resblock: TrackedResblock): Promise<TrackedResblock> {
      const write = client.send(
        new PutCommand({
          TableName,
          Item: { ...resblockKey(resblock.resblockId), ...resblock },
          ...onlyIf(condition`attribute_not_exists(pk)`),
        }),
      );
      if (await conditionHeld(write)) return resblock;
      return (await findResblock(resblock.resblockId)) ?? resblock;
    },

    /**
     * Reads the community from another site from now on. That site lists other houses, so none of them is news until it has
     * been read exactly.
     */
    async putOrigin(resblockId: string, origin: SiteOrigin, nowMs: number): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key: resblockKey(resblockId),
        set: {
          origin,
          siteChangedAtMs: nowMs,
          state: 'NEW',
          stateReason: null,
          firstCompleteAtMs: null,
          unproven: null,
          lastReadAtMs: null,
        },
        when: condition`attribute_exists(pk)`,
      });
      return conditionHeld(client.send(new UpdateCommand(update)));
    },

    /** Keeps the community’s last state under another key. Returns false for a community that is not tracked. */
    async deleteResblock(resblockId: string): Promise<boolean> {
      const key = resblockKey(resblockId);
      const item = await get(key);
      if (!item) return false;
      await transact(client, [
        { Delete: { TableName, Key: key } },
        { Put: { TableName, Item: { ...item, ...deletedResblockKey(resblockId) } } },
      ]);
      return true;
    },

    /** Lists the newest `maxDays` days, oldest first. */
    async listDailyStats(resblockId: string, maxDays: number): Promise<DailyStats[]> {
      const { Items } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :stats)',
          ExpressionAttributeValues: { ':pk': dailyStatsKey(resblockId, '').pk, ':stats': dailyStatsKey('', '').sk },
          ScanIndexForward: false,
          Limit: maxDays,
        }),
      );
      return (Items ?? []).flatMap((item) => readDailyStatsItem(item) ?? []).toReversed();
    },
  };
}

export type ResblockStore = ReturnType<typeof communityStore>;
