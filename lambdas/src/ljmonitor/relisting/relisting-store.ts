import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { batchGet } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { salesKey, separationKey } from '../keys.ts';
import type { HouseSale } from '../sold-houses/sales-of-house.ts';
import { readSalesItem } from '../sold-houses/sold-item.ts';

/** Two houses that may be one flat. */
export interface HousePair {
  earlierId: string;
  laterId: string;
}

/** A house, and the community on the site that would show its sale. */
interface PlacedHouse extends Pick<TrackedResblock, 'resblockId' | 'origin'> {
  houseId: string;
}

const textOf = ({ pk, sk }: Key) => `${pk} ${sk}`;

export function relistingStore(table: Table) {
  const { client, TableName } = table;

  return {
    /** Returns the pairs that a user has separated. It reads consistently, because the browser may load again right after. */
    async findSeparated<Pair extends HousePair>(pairs: readonly Pair[]): Promise<Set<Pair>> {
      const keyOf = ({ earlierId, laterId }: Pair) => separationKey(earlierId, laterId);
      const items = await batchGet(table, pairs.map(keyOf), { ConsistentRead: true });
      const found = new Set(items.map(({ pk, sk }) => textOf({ pk: String(pk), sk: String(sk) })));
      return new Set(pairs.filter((pair) => found.has(textOf(keyOf(pair)))));
    },

    /** Returns the sales of those houses that a sold page shows, by house. */
    async findSales(houses: readonly PlacedHouse[]): Promise<Map<string, readonly HouseSale[]>> {
      const keys = houses.map(({ resblockId, origin, houseId }) => salesKey(resblockId, origin, houseId));
      const found = (await batchGet(table, keys)).flatMap((item) => readSalesItem(item) ?? []);
      return new Map(found.map(({ houseId, sales }) => [houseId, sales]));
    },

    /** A later separation replaces an earlier one, so that undoing the earlier one does not join what a person has just separated. */
    async putSeparation(oneId: string, otherId: string, separatedAtMs: number): Promise<void> {
      await client.send(new PutCommand({ TableName, Item: { ...separationKey(oneId, otherId), separatedAtMs } }));
    },

    /** Takes back the separation of this time, or an earlier one. A later one stays. */
    async removeSeparation(oneId: string, otherId: string, asOfMs: number): Promise<void> {
      const remove = new DeleteCommand({
        TableName,
        Key: separationKey(oneId, otherId),
        ...onlyIf(condition`separatedAtMs <= ${asOfMs}`),
      });
      await conditionHeld(client.send(remove));
    },
  };
}

export type RelistingStore = ReturnType<typeof relistingStore>;
