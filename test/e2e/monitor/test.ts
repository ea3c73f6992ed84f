import * as z from 'zod';
import { apiCaller, type Call } from '../../support/site/caller.ts';
import { expect, type Options, test as base } from '../fixtures/test.ts';
import { MonitorPage } from '../pages/monitor-page.ts';
import type { Site } from '../../support/site/site.ts';

/** Two communities of the demo city in which nothing happens by itself. */
export const maples = { resblockId: '1199027300103', name: '青枫家园', place: '北湖 / 云台', houses: 31 };
export const railway = { resblockId: '1199027300111', name: '铁路宿舍', place: '临江 / 柳桥', houses: 29 };
type Community = typeof maples;

interface MonitorFixtures {
  /** The page's clock can be moved. */
  monitor: MonitorPage;
  /** Adds communities through the API, and waits until they are read completely. */
  track: (...communities: Community[]) => Promise<void>;
  /** Refreshes all communities through the API, while the listing site is in a mode, and waits for the end. */
  refresh: (mode?: string) => Promise<void>;
  /** Marks all houses of a community read through the API. */
  markRead: (community: Community) => Promise<void>;
}

/** Adds communities, and waits until they are read completely. */
export async function trackCommunities(call: Call, communities: Pick<Community, 'resblockId'>[]) {
  for (const { resblockId } of communities)
    await call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId } });
  await expect
    .poll(async () => (await call('GET /api/ljmonitor/resblock', {})).map(({ state }) => state))
    .toEqual(communities.map(() => 'OK'));
}

/** Refreshes all communities, while the listing site is in a mode, and waits for the end. */
export async function refreshAll(site: Site, call: Call, mode?: string, timeout = 90_000) {
  if (mode !== undefined) await site.control('/listing', { mode });
  await call('POST /api/ljmonitor/batch/refreshAllHouse', {});
  await expect
    .poll(() => call('GET /api/ljmonitor/batch/refreshStatus', {}), { timeout })
    .toMatchObject({ isRefreshing: false });
}

/**
 * For tests that change only what belongs to their user: both communities are tracked on the shared site, and some of their
 * prices have changed.
 */
export const trackedCommunities: Pick<Options, 'ownSite' | 'preparation'> = {
  ownSite: false,
  preparation: {
    key: 'tracked communities',
    async prepare(site) {
      const call = apiCaller(site.origin, await site.signIn('Ann'));
      await trackCommunities(call, [maples, railway]);
      await refreshAll(site, call, 'change');
    },
  },
};

/** Tests of the monitor. All users of a site share its communities, so a test that changes them has its own site. */
export const test = base.extend<MonitorFixtures>({
  ownSite: true,
  monitor: async ({ page }, use) => {
    await page.clock.install();
    await use(new MonitorPage(page));
  },

  track: ({ user: { call } }, use) => use((...communities) => trackCommunities(call, communities)),

  refresh: ({ site, user: { call } }, use) => use((mode) => refreshAll(site, call, mode)),

  markRead: ({ user: { call } }, use) =>
    use(async ({ resblockId }) => {
      const { unreadByResblock } = await call('GET /api/ljmonitor/summary', {});
      const asOf = unreadByResblock.find((each) => each.resblockId === resblockId)?.asOf ?? 0;
      await call('PUT /api/ljmonitor/resblock/{resblockId}/read', { params: { resblockId }, body: { asOf } });
    }),
});

/** Returns the origin of the built-in listing site. */
export const listingOrigin = (state: unknown) => z.object({ origin: z.string() }).parse(state).origin;

export { expect } from '../fixtures/test.ts';
