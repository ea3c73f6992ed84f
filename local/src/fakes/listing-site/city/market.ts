import { between, chance, choose } from './chance.ts';
import type { Community } from './communities.ts';
import { allTags, firstListings, type Listing, newListing, newTitle } from './listing.ts';

interface Market {
  onOffer: Listing[];
  withdrawn: Listing[];
  everOffered: number;
}

/** What people did, in order: with the founding and the moment, all that the houses depend on. */
export interface Past {
  /** The moments at which the site was started. */
  starts: readonly number[];
  /** The moments at which somebody asked for changes. */
  pushes: readonly number[];
}

export type ListingsAt = (nowMs: number, past: Past) => readonly Listing[];

/** After a start somebody is watching, so that more happens; later it is calmer, and a day is no whole market. */
const watchedForMs = 1_800_000;
const calmer = 16;

/**
 * Time passing in one community. The houses of a moment follow from the past alone, so a restarted site goes on where
 * it was; what has been worked out already is kept.
 */
export function marketOf(community: Community, foundedAtMs: number): ListingsAt {
  let market = founded(community, foundedAtMs);
  let lastAtMs = foundedAtMs;
  let doneUntilMs = foundedAtMs;
  let happened = 0;
  let pushed = 0;
  return (nowMs, { starts, pushes }) => {
    if (nowMs < doneUntilMs) {
      market = founded(community, foundedAtMs);
      lastAtMs = foundedAtMs;
      happened = pushed = 0;
    }
    doneUntilMs = nowMs;
    for (;;) {
      const nextAtMs = nextHappening(community, lastAtMs, starts);
      const pushAtMs = pushes[pushed] ?? Infinity;
      if (Math.min(nextAtMs, pushAtMs) > nowMs) return market.onOffer;
      if (pushAtMs <= nextAtMs) {
        push(market, community, ++pushed, pushAtMs);
      } else {
        letHappen(market, community, ++happened, nextAtMs);
        lastAtMs = nextAtMs;
      }
    }
  };
}

function nextHappening({ id, somethingHappensEveryMs: every }: Community, lastAtMs: number, starts: readonly number[]) {
  if (every === 0) return Infinity;
  // Not the same for all, or else everything would happen at once.
  const period = Math.round(every * (0.8 + chance('period', id) * 0.4));
  const isWatched = starts.some((startMs) => startMs <= lastAtMs && lastAtMs < startMs + watchedForMs);
  const nextStartMs = starts.find((startMs) => startMs > lastAtMs) ?? Infinity;
  return Math.min(lastAtMs + (isWatched ? period : period * calmer), nextStartMs + period);
}

const founded = (community: Community, foundedAtMs: number): Market => ({
  onOffer: firstListings(community, foundedAtMs),
  withdrawn: [],
  everOffered: community.size,
});

/** One small thing by itself: mostly a price; houses come and go so that their number stays near the first one. */
function letHappen(market: Market, community: Community, count: number, atMs: number) {
  const words = ['tick', community.id, count] as const;
  const what = chance('what', ...words);
  if (what < 0.45) return alter(market, placeIn(market, words), repriced(...words));
  if (what < 0.57) return alter(market, placeIn(market, words), retitled(community, ...words));
  if (what < 0.65) return alter(market, placeIn(market, words), retagged(...words));
  if (market.onOffer.length < community.size + between(-2, 2, 'size', ...words)) return offer(market, community, atMs);
  return withdraw(market, placeIn(market, words));
}

/** Changes that a person can see at once, in every community that has houses. */
function push(market: Market, community: Community, count: number, atMs: number) {
  const words = ['push', community.id, count] as const;
  const houses = market.onOffer.length;
  const first = between(0, houses, 'first', ...words);
  const prices = Math.min(houses, Math.max(1, Math.round(houses / 20)));
  for (let next = 0; next < prices; next++) alter(market, first + next, repriced(...words, next));
  if (houses >= 3) alter(market, first + prices, retitled(community, ...words));
  if (houses >= 6) offer(market, community, atMs);
}

const placeIn = ({ onOffer }: Market, words: readonly (string | number)[]) =>
  between(0, onOffer.length - 1, 'place', ...words);

function alter(market: Market, place: number, to: (old: Listing) => Listing) {
  const at = place % market.onOffer.length;
  const old = market.onOffer[at];
  if (old) market.onOffer[at] = to(old);
}

/** Four of five new prices are lower ones. */
const repriced =
  (...words: (string | number)[]) =>
  (old: Listing): Listing => {
    const step = Math.max(1, Math.round(old.price * (0.01 + chance('step', ...words) * 0.03)));
    return { ...old, price: chance('cut', ...words) < 0.8 && old.price > step ? old.price - step : old.price + step };
  };

const retitled =
  (community: Community, ...words: (string | number)[]) =>
  (old: Listing): Listing => ({ ...old, title: newTitle(community, old.layout, old.houseId, ...words) });

const retagged =
  (...words: (string | number)[]) =>
  (old: Listing): Listing => {
    const tag = choose(allTags, 'tag', ...words);
    return { ...old, tags: allTags.filter((each) => old.tags.includes(each) !== (each === tag)) };
  };

/** Every fourth time a house that was withdrawn comes back, under its old number. */
function offer(market: Market, community: Community, atMs: number) {
  market.everOffered += 1;
  const back = market.everOffered % 4 === 0 ? market.withdrawn.shift() : undefined;
  market.onOffer.push(back ?? newListing(community, market.everOffered, atMs));
}

/** The last house stays, so that only an empty community is ever empty. */
function withdraw(market: Market, place: number) {
  if (market.onOffer.length < 2) return;
  market.withdrawn.push(...market.onOffer.splice(place, 1));
  if (market.withdrawn.length > 10) market.withdrawn.shift();
}
