import { detectChange, type HouseChange, type HouseDigest, listedHash } from '../houses/house.ts';
import { changedNames, type TrackedResblock } from '../communities/community.ts';
import type { MonitorPorts } from '../ports.ts';
import type { PageOutcome } from './crawl.ts';
import type { SavePageStatus } from './run-store.ts';

const maxTries = 4;

/**
 * Stores the houses that a page changes, and the crawl's progress with them. An unchanged house costs no write. An
 * unchanged last page costs none at all if the crawl is finished next, because that stores its result.
 */
export async function savePage(
  { store, now }: MonitorPorts,
  runId: string,
  resblock: TrackedResblock,
  { crawl, listings, names }: PageOutcome,
  known: HouseDigest[],
  { finishesNext }: { finishesNext: boolean },
): Promise<SavePageStatus> {
  const { resblockId } = resblock;
  for (let tries = 1; ; tries++) {
    const changes = await findChanges(store, listings, known, now());
    const page = { runId, resblockId, crawl, changes, names: changedNames(resblock, names), nowMs: now().getTime() };
    if (finishesNext && crawl.result && changes.length === 0 && !page.names) return 'saved';
    const status = await store.putPage(page);
    if (status !== 'houseChanged') return status;
    // Another crawl of this community was faster, so the page is compared with the houses that it left.
    if (tries === maxTries) throw new Error(`the houses of ${resblockId} keep changing`);
    known = await store.listHouseDigests(resblockId);
  }
}

/** The index shows which houses may have changed. They are read from the table, because the index may lag behind. */
async function findChanges(
  store: MonitorPorts['store'],
  listings: PageOutcome['listings'],
  known: HouseDigest[],
  now: Date,
): Promise<HouseChange[]> {
  const hashes = new Map(known.map(({ houseId, hash }) => [houseId, hash]));
  const candidates = listings.filter((listing) => hashes.get(listing.houseId) !== listedHash(listing));
  if (candidates.length === 0) return [];
  const stored = await store.findHouses(candidates.map(({ houseId }) => houseId));
  const before = new Map(stored.map((house) => [house.houseId, house]));
  return candidates.flatMap((listing) => detectChange(listing, before.get(listing.houseId), now) ?? []);
}
