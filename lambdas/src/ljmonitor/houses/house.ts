import { createHash } from 'node:crypto';
import { type ChangeTimes, type ComparedField, comparedFields } from 'shared-types/rules/house';
import { comparableText } from 'shared-types/rules/monitor/comparable-text';
import { factsOf } from 'shared-types/rules/monitor/house-facts';
import type { House as WireHouse } from 'shared-types/contract/ljmonitor';

/** The data about a house that the monitor takes from the site. */
export interface Listing {
  houseId: string;
  resblockId: string;
  title: string;
  description: string;
  tags: string[];
  /** Null if the site shows none. */
  price: number | null;
  /** 0 if the site leaves it out. */
  unitPrice: number;
}

/** A version of a house, which is valid from `updateTimeMs` on. */
export interface House extends Listing {
  createTimeMs: number;
  updateTimeMs: number;
  removed: boolean;
  /** True for a house that only the former reading site of its community lists. It is in no list, and keeps its history. */
  ofFormerSite: boolean;
  /** The prices that the site has shown. It has none of a house whose price has never been shown. */
  prices: PriceAt[];
  changeTimes: ChangeTimes;
  /** Versions with the same hash look the same to a user. */
  hash: string;
}

/** The attributes that the index by community has. A page is compared with them, and houses are sorted by them. */
export interface HouseDigest {
  houseId: string;
  hash: string;
  removed: boolean;
  missingCount: number;
  price: number | null;
  unitPrice: number;
  createTime: number;
  drop: number;
}

export interface PriceAt {
  time: number;
  price: number;
}

/** The position of a house in the list by update time, from which the next page continues. */
export interface HouseCursor {
  updateTimeMs: number;
  houseId: string;
}

/** The exact readings that did not show a house which is stored as present. */
export interface MissedReadings {
  /** The reading that was counted last. The same one counts once, however often its crawl is finished. */
  runId: string;
  count: number;
  sinceMs: number;
}

/**
 * `before` is the stored house. `after` is a new version, the same one with other data if it has the same update time, or an
 * earlier version that becomes the current one again.
 */
export interface HouseChange {
  after: House;
  before: House | undefined;
}

const maxPrices = 20;

/** Longer texts are cut, so that the rest of the house can still be stored. */
const maxLengths = { title: 500, description: 1000, tag: 60, tags: 30 };
const cut = (text: string, length: number) => new RegExp(`^.{0,${length}}`, 'su').exec(text)?.[0] ?? '';

type ComparedValues = Record<ComparedField, string | number | boolean | string[] | null>;

/** Returns the visible fields in a form in which two versions are equal if they tell a user the same. */
function comparedValuesOf({ title, description, tags, price, unitPrice }: Listing, removed: boolean): ComparedValues {
  return {
    title: comparableText(title),
    description: comparableText(description),
    tags: [...new Set(tags.map(comparableText))].toSorted(),
    price,
    unitPrice,
    removed,
  };
}

/** 96 bits are enough to tell versions apart, and keep the index small. */
const hashOf = (values: ComparedValues): string =>
  createHash('sha256')
    .update(JSON.stringify(comparedFields.map((field) => values[field])))
    .digest('base64url')
    .slice(0, 16);

function changeTimesOf(values: ComparedValues, before: House | undefined, time: number): ChangeTimes {
  if (!before) return {};
  const valuesBefore = comparedValuesOf(before, before.removed);
  const changed = comparedFields.filter(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(valuesBefore[field]),
  );
  return {
    ...before.changeTimes,
    ...Object.fromEntries(changed.map((field) => [field, time])),
    ...(before.removed && !values.removed && { returned: time }),
  };
}

export function listedVersion(listing: Listing, before: House | undefined, now: Date): House {
  const kept = {
    ...listing,
    title: cut(listing.title, maxLengths.title),
    description: cut(listing.description, maxLengths.description),
    tags: listing.tags.slice(0, maxLengths.tags).map((tag) => cut(tag, maxLengths.tag)),
  };
  return newVersion(kept, false, before, now);
}

/** Returns the version of a house that the site no longer lists. */
export const removedVersion = (house: House, now: Date): House => newVersion(house, true, house, now);

function newVersion(listing: Listing, removed: boolean, before: House | undefined, now: Date): House {
  // The update time is part of the version's key, so it must grow even when the clock was set back.
  const time = Math.max(now.getTime(), before ? before.updateTimeMs + 1 : 0);
  const prices = before?.prices ?? [];
  const { price } = listing;
  const isKnownPrice = price === null || prices.at(-1)?.price === price;
  const values = comparedValuesOf(listing, removed);
  return {
    houseId: listing.houseId,
    resblockId: listing.resblockId,
    title: listing.title,
    description: listing.description,
    tags: listing.tags,
    price,
    unitPrice: listing.unitPrice,
    createTimeMs: before?.createTimeMs ?? time,
    updateTimeMs: time,
    removed,
    ofFormerSite: false,
    prices: isKnownPrice ? prices : [...prices, { time, price }].slice(-maxPrices),
    changeTimes: changeTimesOf(values, before, time),
    hash: hashOf(values),
  };
}

/**
 * A house whose price is no longer shown keeps both prices as they were last shown together. It has not become cheaper or dearer
 * by that, and the site hides and shows prices from day to day: the same price again is no news, and another one is compared with
 * the last that was known. So the history has every price that was ever shown, and none that was not. A house whose price has
 * never been shown has none, until the site shows one. A unit price alone is kept in the same way, also when the site only rounds
 * it in another way.
 */
export function keepPrices(listing: Listing, before: Pick<House, 'price' | 'unitPrice'> | undefined): Listing {
  if (!before) return listing;
  const isHidden = listing.price === null && before.price !== null;
  const isSame = listing.unitPrice === 0 || isHidden || Math.abs(listing.unitPrice - before.unitPrice) < 1;
  return {
    ...listing,
    price: listing.price ?? before.price,
    unitPrice: isSame && before.unitPrice > 0 ? before.unitPrice : listing.unitPrice,
  };
}

/** Returns undefined when a user would see no difference. */
export function detectChange(listing: Listing, before: House | undefined, now: Date): HouseChange | undefined {
  const after = listedVersion(keepPrices(listing, before), before, now);
  if (after.hash !== before?.hash) return { after, before };
  if (after.resblockId === before.resblockId && !before.ofFormerSite) return undefined;
  // A move to another community or site is stored without a new version, because a user would see no difference.
  return { after: { ...before, resblockId: after.resblockId, ofFormerSite: false }, before };
}

/** Returns the hash of a house that is on offer with the data of this listing. */
export const listedHash = (listing: Listing): string => listedVersion(listing, undefined, new Date(0)).hash;

export function toWireHouse(
  house: House,
  url: string,
  marks: Pick<WireHouse, 'readTime' | 'starred' | 'hidden' | 'note'>,
): WireHouse {
  const { createTimeMs, updateTimeMs, hash: _hash, ofFormerSite: _former, ...same } = house;
  const facts = factsOf(same.description);
  return { ...same, url, createTime: createTimeMs, updateTime: updateTimeMs, facts, ...marks };
}

/**
 * Returns a read time that covers the current versions, even if their update times come from a clock that was ahead.
 */
export const readTimeFor = (nowMs: number, houses: readonly House[]): number =>
  Math.max(nowMs, ...houses.map(({ updateTimeMs }) => updateTimeMs + 1));
