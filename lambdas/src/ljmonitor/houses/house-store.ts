import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '../../platform/app-error.ts';
import { condition } from '../../platform/dynamodb/condition.ts';
import type { StoredItem } from '../../platform/dynamodb/item.ts';
import { batchGet, queryAll } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Table, timeKey } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { forEachConcurrently } from '../../platform/for-each.ts';
import { isTrackedCheck } from '../communities/community-writes.ts';
import { houseKey } from '../keys.ts';
import type { House, HouseChange, HouseCursor, HouseDigest, MissedReadings } from './house.ts';
import {
  houseCursorKey,
  houseIndex,
  missedReadingsAttributes,
  readHouseDigest,
  readHouseItem,
  readMissedReadings,
} from './house-item.ts';
import { houseWrites } from './house-writes.ts';

/** These sort after every key that begins with a time, or with 'VERSION#' and a time. */
const afterAll = '~';
const afterAllVersions = 'VERSION#~';

const missedReadingsNames = ['missingRunId', 'missingCount', 'missingSinceMs'];

export function houseStore(table: Table) {
  const { client, TableName } = table;

  async function queryIndex(below: string, limit: number): Promise<StoredItem[]> {
    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :index AND gsi1sk < :below',
        ExpressionAttributeValues: { ':index': houseIndex, ':below': below },
        ScanIndexForward: false,
        Limit: limit,
      }),
    );
    return Items ?? [];
  }

  async function listHouseDigests(resblockId: string): Promise<HouseDigest[]> {
    const items = await queryAll(table, {
      IndexName: 'gsi2',
      KeyConditionExpression: 'gsi2pk = :resblock',
      ExpressionAttributeValues: { ':resblock': `RESBLOCK#${resblockId}` },
    });
    return items.flatMap((item) => readHouseDigest(item) ?? []);
  }

  return {
    listHouseDigests,

    /** Reads a page of the houses of these communities, newest update first. An empty page means the end of the list. */
    async pageHouses(
      resblockIds: Pick<ReadonlySet<string>, 'has'>,
      from: HouseCursor | undefined,
      limit: number,
    ): Promise<House[]> {
      let below = from ? houseCursorKey(from) : afterAll;
      for (;;) {
        const items = await queryIndex(below, limit);
        const houses = items
          .flatMap((item) => readHouseItem(item) ?? [])
          .filter((house) => resblockIds.has(house.resblockId));
        // Houses of a deleted community leave the index with a delay, so a page of only those is not the end.
        if (houses.length > 0 || items.length < limit) return houses;
        below = String(items.at(-1)?.gsi1sk);
      }
    },

    async getHouse(houseId: string): Promise<House> {
      const { Item } = await client.send(new GetCommand({ TableName, Key: houseKey(houseId) }));
      const house = Item && readHouseItem(Item);
      if (!house) throw new AppError('notFound', 'This house does not exist.');
      return house;
    },

    /** Reads a page of the older versions, newest first. */
    async pageHistory(houseId: string, fromUpdateTimeMs: number | undefined, limit: number): Promise<House[]> {
      const { Items } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :house AND sk BETWEEN :oldest AND :newest',
          ExpressionAttributeValues: {
            ':house': houseKey(houseId).pk,
            ':oldest': 'VERSION#',
            ':newest': fromUpdateTimeMs === undefined ? afterAllVersions : `VERSION#${timeKey(fromUpdateTimeMs - 1)}`,
          },
          ScanIndexForward: false,
          Limit: limit,
        }),
      );
      return (Items ?? []).flatMap((item) => readHouseItem(item) ?? []);
    },

    /**
     * Returns those that exist, in no order. A list may show a house as it was a moment ago, as the packs that it comes from do,
     * and costs half then.
     */
    async findHouses(houseIds: readonly string[], { mayLag = false } = {}): Promise<House[]> {
      const items = await batchGet(table, houseIds.map(houseKey), { ConsistentRead: !mayLag });
      return items.flatMap((item) => readHouseItem(item) ?? []);
    },

    async findMissedReadings(houseIds: readonly string[]): Promise<Map<string, MissedReadings>> {
      const items = await batchGet(table, houseIds.map(houseKey), { ConsistentRead: true });
      return new Map(items.flatMap((item) => [readMissedReadings(item)]).filter((found) => found !== undefined));
    },

    /** Stores or clears the missed readings of a house, unless the house has changed in the meantime. */
    async putMissedReadings({ houseId, hash }: Pick<House, 'houseId' | 'hash'>, missed: MissedReadings | undefined) {
      const Key = houseKey(houseId);
      const update = missed
        ? updateItem({ TableName, Key, set: missedReadingsAttributes(missed), when: condition`hash = ${hash}` })
        : updateItem({ TableName, Key, remove: missedReadingsNames, when: condition`hash = ${hash}` });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },

    /** Takes houses out of all lists, unless they have changed in the meantime. The next page that shows one puts it back. */
    leaveToFormerSite: (houses: readonly Pick<House, 'houseId' | 'hash'>[]): Promise<void> =>
      forEachConcurrently(houses, ({ houseId, hash }) => {
        const update = updateItem({
          TableName,
          Key: houseKey(houseId),
          set: { ofFormerSite: true },
          remove: ['gsi1pk', 'gsi2pk'],
          when: condition`hash = ${hash}`,
        });
        return conditionHeld(client.send(new UpdateCommand(update)));
      }),

    /** Returns false when the house is no longer stored as `before`. */
    async putHouse(change: HouseChange): Promise<boolean> {
      const writes = [isTrackedCheck(TableName, change.after.resblockId), ...houseWrites(TableName, change)];
      return (await transact(client, writes)).length === 0;
    },

    /**
     * Shows or hides the next houses of a community in the list by update time, in the order of their ids. Returns the id after
     * which more are left.
     */
    async setIndexed(
      resblockId: string,
      indexed: boolean,
      { afterHouseId = '', limit }: { afterHouseId?: string | undefined; limit: number },
    ): Promise<string | undefined> {
      const gsi2pk = `RESBLOCK#${resblockId}`;
      const houseIds = (await listHouseDigests(resblockId)).map(({ houseId }) => houseId).toSorted();
      const left = houseIds.filter((houseId) => houseId > afterHouseId);
      await forEachConcurrently(left.slice(0, limit), (houseId) => {
        const Key = houseKey(houseId);
        // An item without a partition key is in no index, so its sort key can stay.
        const update = indexed
          ? updateItem({ TableName, Key, set: { gsi1pk: houseIndex }, when: condition`gsi2pk = ${gsi2pk}` })
          : updateItem({ TableName, Key, remove: ['gsi1pk'], when: condition`gsi2pk = ${gsi2pk}` });
        return conditionHeld(client.send(new UpdateCommand(update)));
      });
      return left.length > limit ? left[limit - 1] : undefined;
    },
  };
}

export type HouseStore = ReturnType<typeof houseStore>;
