import { createHash } from 'node:crypto';
import type { House as WireHouse } from 'shared-types/contract/ljmonitor';
import { plain } from '../text.ts';

/** What the site says of a house, as far as the monitor keeps it. */
export interface Listing {
  houseId: string;
  resblockId: string;
  title: string;
  description: string;
  tags: string[];
  price: number;
  unitPrice: number;
}

/** A house as it was from `updateTimeMs` on. */
export interface House extends Listing {
  createTimeMs: number;
  updateTimeMs: number;
  removed: boolean;
  prices: PriceAt[];
  /** Of what is compared: two versions with the same hash are the same to a person. */
  hash: string;
}

export interface PriceAt {
  time: number;
  price: number;
}

/** A house to be written, and what is stored of it now. It is a new version unless its update time stays. */
export interface HouseChange {
  after: House;
  before: House | undefined;
}

const longestPriceHistory = 20;

/** Long texts are cut, not refused: the rest of the row is still worth knowing. */
const longest = { title: 500, description: 1000, tag: 60, tags: 30 };
const cut = (text: string, length: number) => new RegExp(`^.{0,${length}}`, 'su').exec(text)?.[0] ?? '';

/** Sixteen characters tell houses apart for longer than the site will live, and keep the index small. */
function hashOf({ title, description, tags, price, unitPrice }: Listing, removed: boolean): string {
  const compared = [plain(title), plain(description), tags.map(plain).toSorted(), price, unitPrice, removed];
  return createHash('sha256').update(JSON.stringify(compared)).digest('base64url').slice(0, 16);
}

export function seenAt(listing: Listing, before: House | undefined, now: Date): House {
  const kept = {
    ...listing,
    title: cut(listing.title, longest.title),
    description: cut(listing.description, longest.description),
    tags: listing.tags.slice(0, longest.tags).map((tag) => cut(tag, longest.tag)),
  };
  return versionOf(kept, false, before, now);
}

/** The same house, no longer on the site. */
export const removedAt = (house: House, now: Date): House => versionOf(house, true, house, now);

function versionOf(listing: Listing, removed: boolean, before: House | undefined, now: Date): House {
  // Later than the version before even when the clock was set back: the time of a version is also its name.
  const time = Math.max(now.getTime(), before ? before.updateTimeMs + 1 : 0);
  const prices = before?.prices ?? [];
  const samePrice = prices.at(-1)?.price === listing.price;
  return {
    houseId: listing.houseId,
    resblockId: listing.resblockId,
    title: listing.title,
    description: listing.description,
    tags: listing.tags,
    price: listing.price,
    unitPrice: listing.unitPrice,
    createTimeMs: before?.createTimeMs ?? time,
    updateTimeMs: time,
    removed,
    prices: samePrice ? prices : [...prices, { time, price: listing.price }].slice(-longestPriceHistory),
    hash: hashOf(listing, removed),
  };
}

/** What a reading changes about a house, or nothing when a person would see no difference. */
export function changeOf(listing: Listing, before: House | undefined, now: Date): HouseChange | undefined {
  const after = seenAt(listing, before, now);
  if (after.hash !== before?.hash) return { after, before };
  // Under another community now: kept elsewhere, but no version, because nobody would see a difference.
  if (after.resblockId !== before.resblockId) return { after: { ...before, resblockId: after.resblockId }, before };
  return undefined;
}

/** The hash that a house has while it is on offer as this listing says. */
export const listedHash = (listing: Listing): string => seenAt(listing, undefined, new Date(0)).hash;

/** A house as the contract has it. */
export function asHouse(
  house: House,
  site: { houseUrl(houseId: string): string },
  seen: Pick<WireHouse, 'readTime' | 'starred' | 'hidden'>,
): WireHouse {
  const { createTimeMs, updateTimeMs, hash: _hash, ...same } = house;
  return { ...same, url: site.houseUrl(house.houseId), createTime: createTimeMs, updateTime: updateTimeMs, ...seen };
}

/** A read mark that says: seen as they are now. Later than their updates even when those come from a clock that was ahead. */
export const readTimeFor = (nowMs: number, houses: readonly House[]): number =>
  Math.max(nowMs, ...houses.map(({ updateTimeMs }) => updateTimeMs + 1));
