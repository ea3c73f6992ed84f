import type { Sale, SoldReading } from 'shared-types/rules/monitor/sold';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { batchGet, queryAll } from '../../platform/dynamodb/read-many.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { transact, type Write } from '../../platform/dynamodb/transaction.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { isReadFromCheck } from '../communities/community-writes.ts';
import { saleKey, soldPagesKey } from '../keys.ts';
import type { SiteOrigin } from '../listing-site/site-adapter.ts';
import { readSaleItem, readSoldPagesItem, type StoredSale } from './sold-item.ts';
import { noSoldPages, type SoldPagesRead, withReading } from './sold-reading.ts';

type Community = Pick<TrackedResblock, 'resblockId' | 'origin'>;

export type SoldStore = ReturnType<typeof soldStore>;

export function soldStore(table: Table) {
  const { client, TableName } = table;
  return {
    /** Returns what is stored of these houses, and of the user's pages. */
    async findSold({ resblockId, origin }: Community, userId: string, houseIds: readonly string[]) {
      const pagesKey = soldPagesKey(resblockId, origin, userId);
      const keys = [pagesKey, ...houseIds.map((houseId) => saleKey(resblockId, origin, houseId))];
      const items = await batchGet(table, keys, { ConsistentRead: true });
      const sales = items.filter(({ sk }) => sk !== pagesKey.sk).flatMap((item) => readSaleItem(item) ?? []);
      return {
        sales: new Map(sales.map((sale) => [sale.houseId, sale])),
        pages: readSoldPagesItem(items.find(({ sk }) => sk === pagesKey.sk)) ?? noSoldPages,
      };
    },

    /**
     * Stores what a page adds to the sales, the pages of the user, and the news of them, all or nothing. `changed`: another page has changed one of
     * them since they were read.
     */
    async putSoldPage(
      { resblockId, origin }: Community,
      userId: string,
      {
        sales,
        pages,
        news = [],
      }: { sales: readonly StoredSale[]; pages: SoldPagesRead | undefined; news?: readonly Write[] | undefined },
    ): Promise<'stored' | 'changed' | 'untracked'> {
      const puts = sales.map(({ houseId, revision, ...sale }) => ({
        Put: {
          TableName,
          Item: { ...saleKey(resblockId, origin, houseId), ...sale, revision: revision + 1 },
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
      const writes = [isReadFromCheck(TableName, resblockId, origin), ...puts, pagesPut, ...news].filter(
        (write) => write !== undefined,
      );
      const refused = await transact(client, writes);
      if (refused.length === 0) return 'stored';
      return refused.includes(0) ? 'untracked' : 'changed';
    },

    /** Lists all sales of a community on one site, and the readings of all users. */
    async listSold(resblockId: string, origin: SiteOrigin): Promise<{ sales: Sale[]; readings: SoldReading[] }> {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': saleKey(resblockId, origin, '').pk },
        ConsistentRead: true,
      });
      const isPages = ({ sk }: (typeof items)[number]) => String(sk).startsWith('PAGES#');
      const sales = items.filter((item) => !isPages(item)).flatMap((item) => readSaleItem(item) ?? []);
      const readings = items.filter(isPages).flatMap((item) => readSoldPagesItem(item)?.readings ?? []);
      return {
        sales: sales.map(({ revision: _revision, ...sale }) => sale),
        readings: readings.reduce<SoldReading[]>(withReading, []),
      };
    },
  };
}
