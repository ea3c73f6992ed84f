import type { Crawl, Reading } from './crawl.ts';
import { changeOf, type HouseChange, listedHash } from '../houses/house.ts';
import type { KnownHouse, MonitorPorts, PutPageResult } from '../ports.ts';
import { newNames, type TrackedResblock } from '../communities/community.ts';

const mostTries = 4;

/**
 * Stores what a page says that is new, and the crawl's progress with it. An unchanged house costs no write, and an
 * unchanged last page none at all where the crawl is settled next: that stores how it ended.
 */
export async function storeReading(
  { store, now }: MonitorPorts,
  runId: string,
  resblock: TrackedResblock,
  { crawl, listings, names }: Reading,
  known: KnownHouse[],
  { settledNext }: { settledNext: boolean },
): Promise<PutPageResult> {
  const { resblockId } = resblock;
  for (let tries = 1; ; tries++) {
    const changes = await changesOf(store, listings, known, now());
    const gain = { runId, resblockId, crawl, changes, names: newNames(resblock, names), nowMs: now().getTime() };
    if (settledNext && crawl.ending && changes.length === 0 && !gain.names) return 'stored';
    const result = await store.putPage(gain);
    if (result !== 'changed') return result;
    // Another reading of this community was faster: compare with what it left.
    if (tries === mostTries) throw new Error(`the houses of ${resblockId} keep changing`);
    known = await store.listKnown(resblockId);
  }
}

/** The index tells which houses may have changed; only those are read, because it may lag a moment behind. */
async function changesOf(
  store: MonitorPorts['store'],
  listings: Reading['listings'],
  known: KnownHouse[],
  now: Date,
): Promise<HouseChange[]> {
  const hashes = new Map(known.map(({ houseId, hash }) => [houseId, hash]));
  const suspects = listings.filter((listing) => hashes.get(listing.houseId) !== listedHash(listing));
  if (suspects.length === 0) return [];
  const stored = await store.findHouses(suspects.map(({ houseId }) => houseId));
  const before = new Map(stored.map((house) => [house.houseId, house]));
  return suspects.flatMap((listing) => changeOf(listing, before.get(listing.houseId), now) ?? []);
}

/** By this name a step asks the site: whoever comes with the same one has come before. */
export const holderOf = (runId: string, resblockId: string, { step }: Crawl) => `${runId}/${resblockId}/${step}`;
