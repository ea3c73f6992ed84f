import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { batchGet } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { saleKey, separationKey } from '../keys.ts';

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

  /** Returns those of the values whose keys exist. */
  async function findStored<Value>(
    values: readonly Value[],
    keyOf: (value: Value) => Key,
    options: { ConsistentRead?: boolean },
  ): Promise<Set<Value>> {
    const items = await batchGet(table, values.map(keyOf), options);
    const found = new Set(items.map(({ pk, sk }) => textOf({ pk: String(pk), sk: String(sk) })));
    return new Set(values.filter((value) => found.has(textOf(keyOf(value)))));
  }

  return {
    /** Returns the pairs that a user has separated. It reads consistently, because the browser may load again right after. */
    findSeparated: <Pair extends HousePair>(pairs: readonly Pair[]): Promise<Set<Pair>> =>
      findStored(pairs, ({ earlierId, laterId }) => separationKey(earlierId, laterId), { ConsistentRead: true }),

    /** Returns the ids of those houses that a sold page shows. */
    async findSoldIds(houses: readonly PlacedHouse[]): Promise<Set<string>> {
      const sold = await findStored(
        houses,
        ({ resblockId, origin, houseId }) => saleKey(resblockId, origin, houseId),
        {},
      );
      return new Set([...sold].map(({ houseId }) => houseId));
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
