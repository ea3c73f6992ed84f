import { describe, expect, it } from '@jest/globals';
import { packHouse, readHouses, writeHouses } from 'lambdas/ljmonitor/house-packs/packed-house';
import { type House, type Listing, listedVersion, removedVersion } from 'lambdas/ljmonitor/houses/house';
import { findSameFlats } from 'lambdas/ljmonitor/relisting/same-flat';
import { pseudoRandom } from 'local/fakes/listing-site/city/pseudo-random';
import { dayMs } from 'shared-types/rules/time';

const days = 60;
const readingsPerDay = 3;
/** The first flats have no twins. */
const flatsAlone = 45;
const foundedAtMs = Date.parse('2026-03-01T08:00:00Z');

interface Flat {
  id: number;
  /** Flats of one type have the same facts: they lie above each other, or mirrored. */
  type: number;
  price: number;
}

interface Offer extends Flat {
  house: number;
  /** The house under which the flat was offered before. */
  before: number | undefined;
}

/** A flat that was taken down and is offered again on a day. */
interface Waiting {
  flat: Flat;
  before: number;
  onDay: number;
}

const levels = ['低楼层', '中楼层', '高楼层'];

/**
 * Creates a community of 90 flats: half of them are alone with their facts, as ground floors and penthouses are, the others have
 * up to four twins. Owners sell, change the price or the agency, and come back after up to ten days, or never.
 */
function communityOf(seed: number) {
  let draws = 0;
  let houses = 0;
  let offers: Offer[] = [];
  let waiting: Waiting[] = [];
  const links: [number, number][] = [];
  const typesOf = new Map<number, number>();
  const chance = () => pseudoRandom('flats', seed, (draws += 1));
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)];
  const flats = Array.from({ length: 90 }, (_, id): Flat => {
    const type = id < flatsAlone ? id : flatsAlone + Math.floor((id - flatsAlone) / 5);
    return { id, type, price: Math.round(400 + type * 4 + chance() * 40) };
  });
  let off = flats;

  function offer(flat: Flat, before?: number) {
    houses += 1;
    typesOf.set(houses, flat.type);
    offers = [...offers, { ...flat, house: houses, before }];
    if (before !== undefined) links.push([before, houses]);
  }
  function offerAnother() {
    const flat = pick(off);
    if (!flat) return;
    off = off.filter((each) => each !== flat);
    offer(flat);
  }
  function takeDown(): Offer | undefined {
    const gone = pick(offers);
    offers = offers.filter((each) => each !== gone);
    return gone;
  }
  function endOfDay(day: number) {
    if (chance() < 0.5) offerAnother();
    // It is sold, or its owner gives up.
    if (chance() < 0.4) takeDown();
    if (chance() < 0.35) {
      const gone = takeDown();
      const price = gone ? Math.round(gone.price * (0.93 + chance() * 0.09)) : 0;
      if (gone) waiting.push({ flat: { ...gone, price }, before: gone.house, onDay: day + Math.floor(chance() * 11) });
    }
    if (chance() < 0.5) {
      const cheaper = pick(offers);
      offers = offers.map((each) => (each === cheaper ? { ...each, price: Math.round(each.price * 0.98) } : each));
    }
    for (const { flat, before } of waiting.filter(({ onDay }) => onDay <= day)) offer(flat, before);
    waiting = waiting.filter(({ onDay }) => onDay > day);
  }
  const listingOf = ({ house, type, price }: Offer): Listing => ({
    houseId: String(house),
    resblockId: '1199027300101',
    title: `House ${house}`,
    tags: [],
    unitPrice: 0,
    description: `2室1厅 | ${(50 + type * 0.87).toFixed(2)}平米 | 南 北 | ${levels[type % 3]}(共18层) | 2009年 | 板楼`,
    price,
  });
  while (offers.length < 40) offerAnother();
  return { endOfDay, links, typesOf, listings: () => offers.map(listingOf) };
}

/** Reads the list three times a day as the monitor does: a house is removed by the second reading that misses it. */
function simulate(seed: number) {
  const community = communityOf(seed);
  const stored = new Map<string, House>();
  const missed = new Set<string>();
  const found = new Set<string>();
  function read(now: Date) {
    const shown = new Map(community.listings().map((listing) => [listing.houseId, listing]));
    for (const listing of shown.values())
      stored.set(listing.houseId, listedVersion(listing, stored.get(listing.houseId), now));
    for (const [houseId, house] of stored) {
      if (shown.has(houseId) || house.removed) missed.delete(houseId);
      else if (missed.has(houseId)) stored.set(houseId, removedVersion(house, now));
      else missed.add(houseId);
    }
  }
  read(new Date(foundedAtMs));
  for (let day = 0; day < days; day += 1) {
    for (let reading = 1; reading <= readingsPerDay; reading += 1)
      read(new Date(foundedAtMs + (day + reading / readingsPerDay) * dayMs));
    for (const { earlier, later } of findSameFlats(
      readHouses(writeHouses([...stored.values()].map(packHouse))),
      foundedAtMs,
    ))
      found.add(`${earlier.houseId} ${later.houseId}`);
    community.endOfDay(day);
  }
  return { stored, found, links: community.links, typesOf: community.typesOf };
}

describe('sixty days of a community', () => {
  it.each([1, 2, 3])('link the houses of one flat, and none of two flats (seed %i)', (seed) => {
    const { found, stored, links, typesOf } = simulate(seed);
    const pairs = links.map(([before, house]) => `${before} ${house}`);
    expect([...found].filter((pair) => !pairs.includes(pair))).toEqual([]);
    // A flat with twins may be told, one without is. One that was offered three times within weeks may be left out.
    const certain = links.filter(
      ([before, house]) =>
        (typesOf.get(house) ?? 0) < flatsAlone &&
        stored.has(String(house)) &&
        !links.some(([one, other]) => one === house || other === before),
    );
    expect(certain.length).toBeGreaterThan(3);
    expect(certain.map(([before, house]) => `${before} ${house}`).filter((pair) => !found.has(pair))).toEqual([]);
  });
});
