import { pseudoRandomInteger, pseudoRandom, pick } from './pseudo-random.ts';
import type { Community } from './communities.ts';
import { allTags, firstListings, type Listing, newListing, newTitle } from './listing.ts';

interface Market {
  onOffer: Listing[];
  withdrawn: Listing[];
  everOffered: number;
}

/** The actions of people, in order. The houses depend on these, on the time of the founding and on the present time. */
export interface History {
  /** The times at which the site was started. */
  starts: readonly number[];
  /** The times at which the mode `change` was set. */
  pushes: readonly number[];
}

export type ListingsAt = (nowMs: number, history: History) => readonly Listing[];

/** A person watches after a start, so the market changes more often for this time. */
const busyMs = 1_800_000;
const calmFactor = 16;

/**
 * Returns the market of one community. The houses at a time follow from the history alone, so a restarted site
 * continues where it was. The result of the last call is kept, because computing it again takes long.
 */
export function marketOf(community: Community, foundedAtMs: number): ListingsAt {
  let market = founded(community, foundedAtMs);
  let lastAtMs = foundedAtMs;
  let doneUntilMs = foundedAtMs;
  let changes = 0;
  let pushesDone = 0;
  return (nowMs, { starts, pushes }) => {
    if (nowMs < doneUntilMs) {
      market = founded(community, foundedAtMs);
      lastAtMs = foundedAtMs;
      changes = pushesDone = 0;
    }
    doneUntilMs = nowMs;
    for (;;) {
      const nextAtMs = nextChangeAt(community, lastAtMs, starts);
      const pushAtMs = pushes[pushesDone] ?? Infinity;
      if (Math.min(nextAtMs, pushAtMs) > nowMs) return market.onOffer;
      if (pushAtMs <= nextAtMs) {
        applyVisibleChanges(market, community, ++pushesDone, pushAtMs);
      } else {
        applyRandomChange(market, community, ++changes, nextAtMs);
        lastAtMs = nextAtMs;
      }
    }
  };
}

function nextChangeAt({ id, changeIntervalMs: every }: Community, lastAtMs: number, starts: readonly number[]) {
  if (every === 0) return Infinity;
  // Each community has its own period, so that they do not change at the same time.
  const period = Math.round(every * (0.8 + pseudoRandom('period', id) * 0.4));
  const isBusy = starts.some((startMs) => startMs <= lastAtMs && lastAtMs < startMs + busyMs);
  const nextStartMs = starts.find((startMs) => startMs > lastAtMs) ?? Infinity;
  return Math.min(lastAtMs + (isBusy ? period : period * calmFactor), nextStartMs + period);
}

const founded = (community: Community, foundedAtMs: number): Market => ({
  onOffer: firstListings(community, foundedAtMs),
  withdrawn: [],
  everOffered: community.size,
});

/** Applies one small change, mostly of a price. The number of houses stays near the first one. */
function applyRandomChange(market: Market, community: Community, count: number, atMs: number) {
  const words = ['tick', community.id, count] as const;
  const what = pseudoRandom('what', ...words);
  if (what < 0.45) return changeListing(market, placeIn(market, words), repriced(...words));
  if (what < 0.57) return changeListing(market, placeIn(market, words), retitled(community, ...words));
  if (what < 0.65) return changeListing(market, placeIn(market, words), retagged(...words));
  if (market.onOffer.length < community.size + pseudoRandomInteger(-2, 2, 'size', ...words))
    return offer(market, community, atMs);
  return withdraw(market, placeIn(market, words));
}

/** Applies changes that a person can see at once. */
function applyVisibleChanges(market: Market, community: Community, count: number, atMs: number) {
  const words = ['push', community.id, count] as const;
  const houses = market.onOffer.length;
  const first = pseudoRandomInteger(0, houses, 'first', ...words);
  const prices = Math.min(houses, Math.max(1, Math.round(houses / 20)));
  for (let next = 0; next < prices; next++) changeListing(market, first + next, repriced(...words, next));
  if (houses >= 3) changeListing(market, first + prices, retitled(community, ...words));
  if (houses >= 6) offer(market, community, atMs);
}

const placeIn = ({ onOffer }: Market, words: readonly (string | number)[]) =>
  pseudoRandomInteger(0, onOffer.length - 1, 'place', ...words);

function changeListing(market: Market, place: number, to: (old: Listing) => Listing) {
  const at = place % market.onOffer.length;
  const old = market.onOffer[at];
  if (old) market.onOffer[at] = to(old);
}

/** Four of five new prices are lower. */
const repriced =
  (...words: (string | number)[]) =>
  (old: Listing): Listing => {
    const step = Math.max(1, Math.round(old.price * (0.01 + pseudoRandom('step', ...words) * 0.03)));
    return {
      ...old,
      price: pseudoRandom('cut', ...words) < 0.8 && old.price > step ? old.price - step : old.price + step,
    };
  };

const retitled =
  (community: Community, ...words: (string | number)[]) =>
  (old: Listing): Listing => ({ ...old, title: newTitle(community, old.layout, old.houseId, ...words) });

const retagged =
  (...words: (string | number)[]) =>
  (old: Listing): Listing => {
    const tag = pick(allTags, 'tag', ...words);
    return { ...old, tags: allTags.filter((each) => old.tags.includes(each) !== (each === tag)) };
  };

/** Every fourth new house is a withdrawn house, which returns with its old id. */
function offer(market: Market, community: Community, atMs: number) {
  market.everOffered += 1;
  const returning = market.everOffered % 4 === 0 ? market.withdrawn.shift() : undefined;
  market.onOffer.push(returning ?? newListing(community, market.everOffered, atMs));
}

/** The last house stays, so that a community with houses never becomes empty. */
function withdraw(market: Market, place: number) {
  if (market.onOffer.length < 2) return;
  market.withdrawn.push(...market.onOffer.splice(place, 1));
  if (market.withdrawn.length > 10) market.withdrawn.shift();
}
