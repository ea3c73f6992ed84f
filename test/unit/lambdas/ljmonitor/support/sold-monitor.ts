import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { monitorStores } from 'lambdas/ljmonitor/compose';
import { lianjiaSoldPages } from 'lambdas/ljmonitor/listing-site/lianjia/sold-pages';
import { soldRoutes } from 'lambdas/ljmonitor/sold-houses/routes';
import { soldStore } from 'lambdas/ljmonitor/sold-houses/sold-store';
import { newsReaders } from 'lambdas/platform/news/news-readers';
import { newsDesk } from 'lambdas/platform/news/tell-news';
import { SoldHouses } from 'shared-types/contract/monitor/sold';
import type { Database } from './monitor-environment.ts';
import { ann, nothing, willows } from './test-routes.ts';

export const beijing = 'https://bj.lianjia.com';
export const names = { name: '柳荫里', districtName: '西城', bizcircleName: '六铺炕' };
export const soldUrl = (page = 1) => `${beijing}/chengjiao/${page === 1 ? '' : `pg${page}`}c${willows}/`;

/** Creates a monitor that tracks a community of these names, and takes its pages of sold houses. */
export async function newSoldMonitor(database: Database, of = names) {
  const { client } = database;
  const table = { client, TableName: await database.newTable() };
  const newsTable = { client, TableName: await database.newTable() };
  const store = monitorStores(table);
  const clock = { ms: Date.parse('2026-11-20T04:00:00Z') };
  await store.addResblock({ ...newResblock(willows, undefined, 0, new Date(clock.ms)), ...of });
  const sold = soldStore(table);
  const woken: string[] = [];
  const ports = {
    store: { ...store, ...sold },
    pages: lianjiaSoldPages,
    configuredOrigin: beijing,
    now: () => new Date(clock.ms),
    news: {
      ...newsDesk(newsTable, async (newsId) => {
        woken.push(newsId);
      }),
      ...newsReaders(newsTable),
    },
  };
  const routes = soldRoutes(ports);
  return {
    clock,
    store,
    sold,
    ports,
    newsTable,
    /** The ids of the news that the notifier was woken for. */
    woken,
    handIn: (html: string, { at = soldUrl(), ageMs = 0, user = ann } = {}) =>
      routes.handInSoldPage({ ...nothing, body: { url: at, html, ageMs }, user }),
    /** Lists what the browser gets, which the contract checks. */
    list: async (houseIds?: string[]) =>
      SoldHouses.parse(await routes.listSoldHouses({ ...nothing, query: { resblockId: willows, houseIds } })),
  };
}
