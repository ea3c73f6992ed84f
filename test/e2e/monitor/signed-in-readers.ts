import { startScriptedListingSite, type ScriptedListingSite } from '../../support/site/scripted-listing-site.ts';
import * as z from 'zod';
import { type Call, apiCaller } from '../../support/site/caller.ts';
import { ownerOf } from '../../support/site/monitor.ts';
import { type Site, startSite } from '../../support/site/site.ts';
import { expect, test as base } from '../fixtures/test.ts';

/** Communities of 1, 5 and 9 pages, with two houses on a page. */
export const communities = [
  { resblockId: '1199027300201', houses: 2 },
  { resblockId: '1199027300202', houses: 10 },
  { resblockId: '1199027300203', houses: 18 },
];

/** Tests of a site whose listing site shows its lists to signed-in readers only. */
export const test = base.extend<{ listing: ScriptedListingSite }>({
  listing: async ({}, use) => {
    const listing = await startScriptedListingSite({ signInCookie: 'token=reader' });
    for (const { resblockId, houses } of communities)
      listing.setPrices(resblockId, ...Array.from({ length: houses }, (_, index) => 500 + index));
    await use(listing);
    listing.close();
  },
  site: async ({ listing }, use) => {
    const site = await startSite({ env: { LISTING_ORIGIN: listing.origin, LISTING_PACE_MS: '60' } });
    await use(site);
    await site.stop();
  },
});

interface ReadByHand {
  site: Site;
  listing: ScriptedListingSite;
  user: { name: string; call: Call };
}

/**
 * Expects the same houses as an open site shows: the monitor reads that site itself after the pause, and changes
 * nothing of any house. The pause outlives every session.
 */
export async function expectSameFromOpenSite({ site, listing, user }: ReadByHand) {
  const houses = (call: Call) => ownerOf(site, call).everyHouse();
  const byHand = await houses(user.call);
  expect(byHand).toHaveLength(communities.reduce((sum, each) => sum + each.houses, 0));
  listing.open();
  const before = await user.call('GET /api/ljmonitor/batch/refreshStatus', {});
  const { now } = z.object({ now: z.number() }).parse(await site.control('/state'));
  await site.control('/clock', { advanceMs: Math.ceil((before.blockedUntil ?? now) - now) });
  const call = apiCaller(site.origin, await site.signIn(user.name));
  const reader = ownerOf(site, call);
  if ((before.nextRefreshAt ?? Infinity) <= (before.blockedUntil ?? 0)) await reader.refreshedSince(before);
  else await reader.refresh();
  expect(
    (await call('GET /api/ljmonitor/resblock', {})).map(({ state, lastCompleteBy }) => [state, lastCompleteBy]),
  ).toEqual(communities.map(() => ['OK', 'site']));
  expect(await houses(call)).toEqual(byHand);
}

export { expect } from '../fixtures/test.ts';
