import type { SoldListing } from '../pages/sold-page.ts';
import type { Community } from './communities.ts';
import { type Listing, newListing } from './listing.ts';
import { pseudoRandom, pseudoRandomInteger } from './pseudo-random.ts';

const day = 86_400_000;
const pastSales = 40;
/** The houses that were sold before the city was founded have serial numbers of their own. */
const firstSerial = 70_000;

/** Three of five houses that leave the list were sold, one of two of them in view of everybody. */
const isSold = ({ houseId }: Listing) => pseudoRandom('sold', houseId) < 0.6;

function saleOf(listing: Listing, soldAtMs: number, isMasked: boolean): SoldListing {
  const discount = 0.9 + pseudoRandom('discount', listing.houseId) * 0.1;
  return { listing, soldAtMs, price: Math.max(1, Math.round(listing.price * discount)), isMasked };
}

/** Returns the sales of a community, newest first: those of the houses that have left the list, and those of the year before. */
export function salesOf(community: Community, foundedAtMs: number, gone: readonly Listing[], nowMs: number) {
  const before = Array.from({ length: pastSales }, (_, index) => {
    const soldAtMs = foundedAtMs - (31 + index * 9) * day;
    const age = pseudoRandomInteger(7, 120, 'sale', community.id, index) * day;
    return saleOf(newListing(community, firstSerial + index, soldAtMs - age), soldAtMs, false);
  });
  const lately = gone
    .filter(isSold)
    .map((listing) => saleOf(listing, nowMs - 2 * day, pseudoRandom('masked', listing.houseId) < 0.5));
  return [...lately, ...before];
}
