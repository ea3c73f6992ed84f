import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ResblockStore } from '../ports.ts';
import { resblockStates, type TrackedResblock } from './community.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import {
  figuresKey,
  formerKey,
  type Key,
  queryAll,
  resblockKey,
  type Table,
  transact,
  conditionHeld,
} from '../keys.ts';

export const resblockOf = (row: StoredItem | undefined): TrackedResblock | undefined =>
  readItem(row, (from) => ({
    resblockId: from.text('resblockId'),
    name: from.text('name', ''),
    districtName: from.text('districtName', ''),
    bizcircleName: from.text('bizcircleName', ''),
    addedAtMs: from.number('addedAtMs', 0),
    houseCount: from.number('houseCount', 0),
    lastCompleteAtMs: from.numberOrNull('lastCompleteAtMs'),
    firstCompleteAtMs: from.numberOrNull('firstCompleteAtMs'),
    lastReadAtMs: from.numberOrNull('lastReadAtMs'),
    state: from.oneOf('state', resblockStates, 'NEW'),
    stateReason: from.textOrNull('stateReason'),
  }));

const figuresOf = (row: StoredItem) =>
  readItem(row, (from) => ({
    time: from.number('time'),
    medianUnitPrice: from.number('medianUnitPrice'),
    count: from.number('count'),
  }));

/** Read as it is at this moment: whoever deletes a community looks at the list at once. */
export function resblockStore(table: Table): ResblockStore {
  const { client, TableName } = table;

  async function get(key: Key): Promise<StoredItem | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    return Item;
  }

  const findResblock = async (resblockId: string) => resblockOf(await get(resblockKey(resblockId)));

  return {
    findResblock,
    findFormer: async (resblockId) => resblockOf(await get(formerKey(resblockId))),

    async listResblocks() {
      const rows = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': resblockKey('').pk },
        ConsistentRead: true,
      });
      return rows
        .flatMap((row) => resblockOf(row) ?? [])
        .toSorted((one, other) => one.addedAtMs - other.addedAtMs || one.resblockId.localeCompare(other.resblockId));
    },

    async addResblock(resblock) {
      const write = client.send(
        new PutCommand({
          TableName,
          Item: { ...resblockKey(resblock.resblockId), ...resblock },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
      if (await conditionHeld(write)) return resblock;
      return (await findResblock(resblock.resblockId)) ?? resblock;
    },

    async removeResblock(resblockId) {
      const key = resblockKey(resblockId);
      const row = await get(key);
      if (!row) return;
      await transact(client, [
        { Delete: { TableName, Key: key } },
        { Put: { TableName, Item: { ...row, ...formerKey(resblockId) } } },
      ]);
    },

    async listFigures(resblockId, mostDays) {
      const { Items } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :stats)',
          ExpressionAttributeValues: { ':pk': figuresKey(resblockId, '').pk, ':stats': figuresKey('', '').sk },
          ScanIndexForward: false,
          Limit: mostDays,
        }),
      );
      return (Items ?? []).flatMap((row) => figuresOf(row) ?? []).toReversed();
    },
  };
}
