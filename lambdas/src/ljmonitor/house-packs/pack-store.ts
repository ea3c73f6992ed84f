import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { batchGet } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { packKey } from '../keys.ts';

export type PackKind = 'HOUSES' | 'TEXTS';

/** The compressed houses, or texts, of a community as they were at a time. */
export interface StoredPack {
  builtAtMs: number;
  /** Parts of other builds do not belong to this one. */
  buildId: string;
  parts: readonly Uint8Array[];
}

interface Part {
  resblockId: string;
  index: number;
  count: number;
  builtAtMs: number;
  buildId: string;
  data: Uint8Array;
}

const readPart = (item: StoredItem): Part | undefined =>
  item.data instanceof Uint8Array
    ? readItem(item, (from) => ({
        resblockId: from.text('pk').slice('PACK#'.length),
        index: from.number('index'),
        count: from.number('count'),
        builtAtMs: from.number('builtAtMs'),
        buildId: from.text('buildId'),
        data: item.data instanceof Uint8Array ? item.data : new Uint8Array(),
      }))
    : undefined;

export function packStore(table: Table) {
  const { client, TableName } = table;
  const readParts = async (keys: ReturnType<typeof packKey>[]) =>
    (await batchGet(table, keys)).flatMap((item) => readPart(item) ?? []);

  return {
    /** Finds the packs of communities, by community. A pack whose parts are of several builds counts as missing. */
    async findPacks(resblockIds: readonly string[], kind: PackKind): Promise<Map<string, StoredPack>> {
      const firsts = await readParts(resblockIds.map((resblockId) => packKey(resblockId, kind, 0)));
      const keysOfRest = firsts.flatMap(({ resblockId, count }) =>
        Array.from({ length: count - 1 }, (_, index) => packKey(resblockId, kind, index + 1)),
      );
      const rest = await readParts(keysOfRest);
      return new Map(
        firsts.flatMap((first) => {
          const { resblockId, builtAtMs, buildId, count } = first;
          const parts = [first, ...rest.filter((part) => part.resblockId === resblockId && part.buildId === buildId)];
          const sorted = parts.toSorted((one, other) => one.index - other.index).map(({ data }) => data);
          return parts.length === count ? [[resblockId, { builtAtMs, buildId, parts: sorted }] as const] : [];
        }),
      );
    },

    /** Replaces the parts of an older build. Parts that the older build had more of are not read again. */
    async putPack(resblockId: string, kind: PackKind, { builtAtMs, buildId, parts }: StoredPack): Promise<void> {
      for (const [index, data] of parts.entries()) {
        const put = new PutCommand({
          TableName,
          Item: { ...packKey(resblockId, kind, index), index, count: parts.length, builtAtMs, buildId, data },
          ...onlyIf(condition`attribute_not_exists(builtAtMs) OR builtAtMs < ${builtAtMs}`),
        });
        await conditionHeld(client.send(put));
      }
    },
  };
}

export type PackStore = ReturnType<typeof packStore>;
