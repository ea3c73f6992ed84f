import type { Sale, SoldReading } from 'shared-types/rules/monitor/sold';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { batchGet, queryAll } from '../../platform/dynamodb/read-many.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { transact, type Write } from '../../platform/dynamodb/transaction.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { isReadFromCheck } from '../communities/community-writes.ts';
import { salesKey, soldCountKey, soldPagesKey } from '../keys.ts';
import type { SiteOrigin } from '../listing-site/site-adapter.ts';
import type { SalesOfHouse } from './sales-of-house.ts';
import { readSalesItem, readSoldCountItem, readSoldPagesItem } from './sold-item.ts';
import { noSoldPages, type SoldPagesRead, withReading } from './sold-reading.ts';

type Community = Pick<TrackedResblock, 'resblockId' | 'origin'>;

/** The ids of houses begin with digits. */
const afterAllHouses = ':';

export type SoldStore = ReturnType<typeof soldStore>;

/** The number of the sold houses of a community. */
interface SoldCount {
  /** The stored number; undefined for a community whose houses were stored before they were counted. */
  before: number | undefined;
  after: number;
}

interface PutSoldPage {
  houses: readonly SalesOfHouse[];
  pages: SoldPagesRead | undefined;
  news?: readonly Write[] | undefined;
  count: SoldCount;
}

export function soldStore(table: Table) {
  const { client, TableName } = table;
  return {
    /** Returns what is stored of these houses, of the number of all sold ones, and of the user's pages. */
    async findSold({ resblockId, origin }: Community, userId: string, houseIds: readonly string[]) {
      const [countKey, pagesKey] = [soldCountKey(resblockId, origin), soldPagesKey(resblockId, origin, userId)];
      const keys = [countKey, pagesKey, ...houseIds.map((houseId) => salesKey(resblockId, origin, houseId))];
      const items = new Map((await batchGet(table, keys, { ConsistentRead: true })).map((item) => [item.sk, item]));
      const houses = houseIds.flatMap((houseId) => {
        const item = items.get(houseId);
        return (item && readSalesItem(item)) ?? [];
      });
      return {
        houses: new Map(houses.map((house) => [house.houseId, house])),
        pages: readSoldPagesItem(items.get(pagesKey.sk)) ?? noSoldPages,
        count: readSoldCountItem(items.get(countKey.sk)),
      };
    },

    /**
     * Stores the houses to whose sales a page adds, their number, the pages of the user, and the news of them, all or nothing.
     * `changed`: another page has changed one of them since they were read.
     */
    async putSoldPage(
      { resblockId, origin }: Community,
      userId: string,
      { houses, pages, news = [], count: { before, after } }: PutSoldPage,
    ): Promise<'stored' | 'changed' | 'untracked'> {
      const puts = houses.map(({ houseId, sales, revision }) => ({
        Put: {
          TableName,
          Item: { ...salesKey(resblockId, origin, houseId), sales, revision: revision + 1 },
          ...onlyIf(condition`attribute_not_exists(pk) OR revision = ${revision}`),
        },
      }));
      const pagesPut = pages && {
        Put: {
          TableName,
          Item: { ...soldPagesKey(resblockId, origin, userId), ...pages },
          ...onlyIf(condition`attribute_not_exists(pk) OR step = ${pages.step - 1}`),
        },
      };
      const countPut =
        before === after
          ? undefined
          : {
              Put: {
                TableName,
                Item: { ...soldCountKey(resblockId, origin), houses: after },
                ...onlyIf(before === undefined ? condition`attribute_not_exists(pk)` : condition`houses = ${before}`),
              },
            };
      const writes = [isReadFromCheck(TableName, resblockId, origin), ...puts, countPut, pagesPut, ...news].filter(
        (write) => write !== undefined,
      );
      const refused = await transact(client, writes);
      if (refused.length === 0) return 'stored';
      return refused.includes(0) ? 'untracked' : 'changed';
    },

    /**
     * Lists the sales of these houses of a community on one site, or of all its houses, the newest one of a house first, and the
     * readings of all users. These are read first: a reading that came with a sale never proves that there was none.
     */
    async listSold(
      resblockId: string,
      origin: SiteOrigin,
      houseIds?: readonly string[],
    ): Promise<{ sales: Sale[]; readings: SoldReading[] }> {
      const keyOf = (houseId: string) => salesKey(resblockId, origin, houseId);
      const querySoldItems = (first: string, last: string) =>
        queryAll(table, {
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          ExpressionAttributeValues: { ':pk': keyOf('').pk, ':first': first, ':last': last },
          ConsistentRead: true,
        });
      const pages = await querySoldItems(
        soldPagesKey(resblockId, origin, '').sk,
        soldPagesKey(resblockId, origin, '~').sk,
      );
      const items = houseIds
        ? await batchGet(table, houseIds.map(keyOf), { ConsistentRead: true })
        : await querySoldItems('0', afterAllHouses);
      const houses = items.flatMap((item) => readSalesItem(item) ?? []);
      const readings = pages.flatMap((item) => readSoldPagesItem(item)?.readings ?? []);
      return {
        sales: houses.flatMap(({ houseId, sales }) =>
          sales.map(({ isRecent: _isRecent, ...sale }) => ({ houseId, ...sale })),
        ),
        readings: readings.reduce<SoldReading[]>(withReading, []),
      };
    },
  };
}
