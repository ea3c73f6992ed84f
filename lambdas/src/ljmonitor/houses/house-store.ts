import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { AppError } from '../../platform/app-error.ts';
import { houseOf, knownOf, missingAttributes, missingOf } from './house-item.ts';
import { houseWrites, trackedCheck } from './house-writes.ts';
import type { HouseCursor, HouseStore } from '../ports.ts';
import type { StoredItem } from '../../platform/dynamodb/item.ts';
import { batchGet, forEach, houseKey, queryAll, type Table, timeKey, transact, conditionHeld } from '../keys.ts';

const feedKey = ({ updateTimeMs, houseId }: HouseCursor) => `${timeKey(updateTimeMs)}#${houseId}`;

export function houseStore(table: Table): HouseStore {
  const { client, TableName } = table;

  async function feed(below: string, limit: number): Promise<StoredItem[]> {
    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :feed AND gsi1sk < :below',
        ExpressionAttributeValues: { ':feed': 'FEED', ':below': below },
        ScanIndexForward: false,
        Limit: limit,
      }),
    );
    return Items ?? [];
  }

  const known = (resblockId: string) =>
    queryAll(table, {
      IndexName: 'gsi2',
      KeyConditionExpression: 'gsi2pk = :resblock',
      ExpressionAttributeValues: { ':resblock': `RESBLOCK#${resblockId}` },
    });

  return {
    async pageHouses(resblockIds, from, limit) {
      let below = from ? feedKey(from) : afterAll;
      for (;;) {
        const rows = await feed(below, limit);
        const houses = rows.flatMap((row) => houseOf(row) ?? []).filter((house) => resblockIds.has(house.resblockId));
        // Houses of a deleted community leave the index a little later: a page of nothing else is not yet the end.
        if (houses.length > 0 || rows.length < limit) return houses;
        below = String(rows.at(-1)?.gsi1sk);
      }
    },

    async getHouse(houseId) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: houseKey(houseId) }));
      const house = Item && houseOf(Item);
      if (!house) throw new AppError('notFound', 'There is no such house.');
      return house;
    },

    async pageHistory(houseId, fromUpdateTimeMs, limit) {
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
      return (Items ?? []).flatMap((row) => houseOf(row) ?? []);
    },

    async findHouses(houseIds) {
      const rows = await batchGet(table, houseIds.map(houseKey), { ConsistentRead: true });
      return rows.flatMap((row) => houseOf(row) ?? []);
    },

    async listKnown(resblockId) {
      return (await known(resblockId)).flatMap((row) => knownOf(row) ?? []);
    },

    async findMissing(houseIds) {
      const rows = await batchGet(table, houseIds.map(houseKey), { ConsistentRead: true });
      return new Map(rows.flatMap((row) => [missingOf(row)]).filter((found) => found !== undefined));
    },

    async putMissing({ houseId, hash }, missing) {
      const attributes = Object.entries(missing ? missingAttributes(missing) : {});
      const write = client.send(
        new UpdateCommand({
          TableName,
          Key: houseKey(houseId),
          ...(missing
            ? { UpdateExpression: `SET ${attributes.map(([name]) => `${name} = :${name}`).join(', ')}` }
            : { UpdateExpression: forgetMissing }),
          ConditionExpression: '#hash = :hash',
          ExpressionAttributeNames: { '#hash': 'hash' },
          ExpressionAttributeValues: {
            ':hash': hash,
            ...Object.fromEntries(attributes.map(([name, value]) => [`:${name}`, value])),
          },
        }),
      );
      await conditionHeld(write);
    },

    async putHouse(change) {
      const TransactItems = [trackedCheck(TableName, change.after.resblockId), ...houseWrites(TableName, change)];
      return (await transact(client, TransactItems)).length === 0;
    },

    async setInFeed(resblockId, inFeed) {
      const houses = (await known(resblockId)).flatMap((row) => knownOf(row) ?? []);
      await forEach(houses, ({ houseId }) =>
        conditionHeld(
          client.send(
            new UpdateCommand({
              TableName,
              Key: houseKey(houseId),
              // Its sort key stays where it is: without a partition key it is in no index.
              UpdateExpression: inFeed ? 'SET gsi1pk = :feed' : 'REMOVE gsi1pk',
              ConditionExpression: 'gsi2pk = :resblock',
              ExpressionAttributeValues: {
                ':resblock': `RESBLOCK#${resblockId}`,
                ...(inFeed ? { ':feed': 'FEED' } : {}),
              },
            }),
          ),
        ),
      );
    },
  };
}

/** Sorts behind every key that begins with a time, or with 'VERSION#' and a time. */
const afterAll = '~';
const afterAllVersions = 'VERSION#~';
const forgetMissing = 'REMOVE missingRunId, missingCount, missingSinceMs, missingExactCount, missingExactSinceMs';
