import { startScriptedListingSite, type ScriptedListingSite } from '../../support/site/scripted-listing-site.ts';
import { startSite } from '../../support/site/site.ts';
import { test as base } from '../fixtures/test.ts';

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

export { expect } from '../fixtures/test.ts';
