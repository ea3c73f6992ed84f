import { expect } from '@jest/globals';
import { lianjiaSoldPages } from 'lambdas/ljmonitor/listing-site/lianjia/sold-pages';
import { soldRoutes } from 'lambdas/ljmonitor/sold-houses/routes';
import { soldStore } from 'lambdas/ljmonitor/sold-houses/sold-store';
import { notifyStore } from 'lambdas/notify/store';
import { newsDesk } from 'lambdas/platform/news/tell-news';
import { fateOf } from 'shared-types/rules/monitor/sold';
import { dayMs } from 'shared-types/rules/time';
import type { Database, TestMonitor } from '../../unit/lambdas/ljmonitor/support/monitor-environment.ts';
import { ann, bob, nothing } from '../../unit/lambdas/ljmonitor/support/test-routes.ts';
import { type Notebook, stateOf } from './naive-counts.ts';
import { type Chance, dayOf, type SimulatedCommunity } from './simulated-city.ts';

const siteOrigin = 'https://bj.lianjia.com';

/** Lets people hand in pages of sold houses, and notes what these pages have shown. */
export async function simulatedSales(database: Database, monitor: TestMonitor, chance: Chance, notebook: Notebook) {
  const { ports, clock } = monitor;
  const { client } = database;
  const newsTable = { client, TableName: await database.newTable() };
  const woken = new Set<string>();
  const routes = soldRoutes({
    store: { ...ports.store, ...soldStore({ client, TableName: monitor.table }) },
    pages: lianjiaSoldPages,
    configuredOrigin: siteOrigin,
    now: ports.now,
    news: { ...newsDesk(newsTable, async (newsId) => void woken.add(newsId)), listReaders: ports.news.listReaders },
  });
  const shown = new Set<string>();
  const readings: { resblockId: string; atMs: number; backTo: string | null }[] = [];

  /** Sales are published within 30 days, and a contract comes at most 30 days before the house leaves the list. */
  const provesWithdrawal = (resblockId: string, removedAtMs: number) =>
    readings.some(
      (reading) =>
        reading.resblockId === resblockId &&
        reading.atMs >= removedAtMs + 30 * dayMs &&
        (reading.backTo === null || reading.backTo < dayOf(removedAtMs - 30 * dayMs)),
    );

  /** Returns what the site tells of the houses of a community that are not on offer. */
  async function fates({ resblockId }: SimulatedCommunity) {
    const { sales, readings: proofs } = await routes.listSoldHouses({ ...nothing, query: { resblockId } });
    const houses = await ports.store.pageHouses(new Set([resblockId]), undefined, 1000);
    return houses.flatMap(({ houseId, createTimeMs: createTime, updateTimeMs: updateTime, ...house }) => {
      const sale = sales.find((each) => each.houseId === houseId);
      const fate = fateOf({ ...house, houseId, createTime, updateTime }, sale, proofs);
      return fate ? [{ houseId, fate, price: sale?.price ?? null, date: sale?.date ?? null }] : [];
    });
  }

  return {
    fates,

    /** Hands in all sold pages of a community, or only the first ones. They come from two people at once, and again. */
    async handIn(community: SimulatedCommunity, isWhole: boolean) {
      const pages = community.soldPages(clock.ms);
      // The pages of two people do not make up one list.
      const users = chance.is(0.3) ? [ann, bob] : chance.is(0.5) ? [bob, bob] : [ann];
      const count = isWhole ? pages.length : chance.number(1, pages.length);
      for (const { path, html, houseIds, backTo } of pages.slice(0, count)) {
        const body = { url: `${siteOrigin}${path}`, html, ageMs: 0 };
        const answers = await Promise.all(users.map((user) => routes.handInSoldPage({ ...nothing, body, user })));
        if (chance.is(0.3)) answers.push(await routes.handInSoldPage({ ...nothing, body, user: users[0] ?? ann }));
        expect(answers.map(({ reason }) => reason)).toEqual(answers.map(() => null));
        for (const houseId of houseIds) shown.add(houseId);
        // An empty list proves nothing.
        if (houseIds.length > 0) readings.push({ resblockId: community.resblockId, atMs: clock.ms, backTo });
      }
    },

    /** Expects that each house that has left is told as what the handed in pages show or prove. */
    async check(community: SimulatedCommunity) {
      const expected = notebook.in(community.resblockId).flatMap((house) => {
        const { removed, atMs } = stateOf(house);
        const isWithdrawn = removed && provesWithdrawal(community.resblockId, atMs);
        const fate = shown.has(house.houseId) ? 'sold' : isWithdrawn ? 'withdrawn' : 'removed';
        return removed ? [`${house.houseId} ${fate}`] : [];
      });
      const told = (await fates(community)).map(({ houseId, fate }) => `${houseId} ${fate}`);
      expect(told.toSorted()).toEqual(expected.toSorted());
    },

    /** Returns the ids of the houses whose sale people were told, once for each time. */
    async told() {
      const all = await Promise.all([...woken].map((newsId) => notifyStore(newsTable).findUntold(newsId)));
      const entries = all.flatMap((news) => news?.groups ?? []).flatMap((group) => group.entries);
      return entries.map(({ url = '' }) => /(\d+)\.html$/.exec(url)?.[1] ?? '').toSorted();
    },
  };
}
