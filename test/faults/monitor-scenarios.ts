import { expect } from '@jest/globals';
import { type Call, apiCaller } from '../support/site/caller.ts';
import type { TestCloud } from '../support/aws/cloud.ts';
import { retryWhileFailing, type Scenario } from '../support/faults/scenario.ts';
import type { ScriptedListingSite } from '../support/site/scripted-listing-site.ts';

/** Returns the scenarios of the monitor. Each uses communities of its own. */
export function monitorScenarios(cloud: TestCloud, listingSite: ScriptedListingSite) {
  const newCaller = async () => apiCaller(cloud.origin, await cloud.signIn('Ann'));
  const now = () => cloud.app.cloud.clock.now();
  let communities = 0;

  /** Adds a community to the site that no user tracks yet. */
  function newCommunity(...prices: number[]): string {
    const resblockId = `11000000000${++communities}`;
    listingSite.setPrices(resblockId, ...prices);
    return resblockId;
  }

  /** All refreshes read the same community. The price of one of its three houses changes each time. */
  const refreshing = (start: (call: Call) => Promise<unknown>): Scenario => ({
    async begin() {
      const call = await newCaller();
      if (lastPrice === firstPrice) await add(call, always);
      const [before, after, began] = [lastPrice, ++lastPrice, now()];
      listingSite.setPrices(always, 300, after, 400);
      const params = { houseId: `${always}1` };
      const history = () => call('GET /api/ljmonitor/house/{houseId}/history', { params });
      const versions = before === firstPrice ? 0 : (await history()).length;
      return {
        act: async () => void (await start(call)),
        isOver: () => refreshed(call, began),
        async check() {
          expect(await state(call, always)).toBe('OK');
          const prices = (await houses(call, always)).map(({ price }) => price ?? NaN);
          expect(ascending(prices)).toEqual([300, 400, after]);
          const kept = await history();
          expect(kept).toHaveLength(versions + 1);
          expect(kept[0]).toMatchObject({ price: before, removed: false });
        },
      };
    },
  });
  const firstPrice = 500;
  let lastPrice = firstPrice;
  const always = newCommunity(300, firstPrice, 400);

  const adding: Scenario = {
    async begin() {
      const call = await newCaller();
      const resblockId = newCommunity(100, 200, 300);
      return {
        act: async () => void (await add(call, resblockId)),
        isOver: async () => (await state(call, resblockId)) === 'OK',
        async check() {
          const found = await houses(call, resblockId);
          expect(ascending(found.map(({ price }) => price ?? NaN))).toEqual([100, 200, 300]);
          expect(found.every(({ createTime, updateTime }) => createTime === updateTime)).toBe(true);
          await remove(call, resblockId);
        },
      };
    },
  };

  /** A community is deleted and added again. Its houses return as they were. */
  const returning: Scenario = {
    async begin() {
      const call = await newCaller();
      const resblockId = newCommunity(100, 200);
      await add(call, resblockId);
      const before = await houses(call, resblockId);
      return {
        async act() {
          await remove(call, resblockId);
          expect(await houses(call, resblockId)).toEqual([]);
          await add(call, resblockId);
        },
        isOver: async () => (await state(call, resblockId)) === 'OK' && (await houses(call, resblockId)).length === 2,
        async check() {
          expect(await houses(call, resblockId)).toEqual(before);
          await remove(call, resblockId);
        },
      };
    },
  };

  const marking: Scenario = {
    async begin() {
      const call = await newCaller();
      const ids = (await houses(call, always)).map(({ houseId }) => houseId);
      const params = { houseId: ids[0] ?? '' };
      const began = now();
      return {
        async act() {
          await retryWhileFailing(() => call('POST /api/ljmonitor/batch/readAllHouse', { body: { houseIdList: ids } }));
          await retryWhileFailing(() =>
            call('POST /api/ljmonitor/batch/unreadHouse', { body: { houses: [{ ...params, readTime: null }] } }),
          );
          await retryWhileFailing(() => call('PUT /api/ljmonitor/house/{houseId}/read', { params }));
        },
        isOver: async () => true,
        async check() {
          const readTimes = (await houses(call, always)).map(({ readTime }) => readTime ?? 0);
          expect(Math.min(...readTimes)).toBeGreaterThanOrEqual(began);
        },
      };
    },
  };

  // The site has other schedules, too.
  const refreshes = cloud.app.cloud.scheduler.names.find((name) => name.startsWith('LJMonitor'));

  return {
    refreshing: refreshing((call) => retryWhileFailing(() => call('POST /api/ljmonitor/batch/refreshAllHouse', {}))),
    refreshingOnce: refreshing((call) => call('POST /api/ljmonitor/batch/refreshAllHouse', {})),
    /** EventBridge Scheduler, too, tries again when the function fails. */
    scheduled: refreshing(async () => {
      for (;;) {
        try {
          return await cloud.app.cloud.scheduler.runNow(refreshes);
        } catch {}
      }
    }),
    adding,
    returning,
    marking,
  };
}

const add = (call: Call, resblockId: string) =>
  retryWhileFailing(() => call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } }));
const remove = (call: Call, resblockId: string) =>
  retryWhileFailing(() => call('DELETE /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } }));
const houses = async (call: Call, resblockId: string) =>
  (await call('GET /api/ljmonitor/house', {})).filter((house) => house.resblockId === resblockId);
const state = async (call: Call, resblockId: string) =>
  (await call('GET /api/ljmonitor/resblock', {})).find((each) => each.resblockId === resblockId)?.state;
const refreshed = async (call: Call, sinceMs: number) => {
  const { isRefreshing, lastRefreshSuccessAt } = await call('GET /api/ljmonitor/batch/refreshStatus', {});
  return !isRefreshing && (lastRefreshSuccessAt ?? 0) >= sinceMs;
};
const ascending = (prices: number[]) => prices.toSorted((one, other) => one - other);
