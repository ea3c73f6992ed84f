import {
  detectChange,
  type House,
  type HouseChange,
  type HouseDigest,
  keepPrices,
  listedHash,
  type Listing,
} from '../houses/house.ts';
import { changedNames, type TrackedResblock } from '../communities/community.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { Surroundings } from '../ports.ts';
import type { PageOutcome } from './crawl.ts';
import type { CrawlStore } from './crawl-store.ts';
import type { SavePageStatus } from './page-store.ts';
import { findRestyled, withoutNewStyle } from './restyled-rows.ts';

const maxTries = 4;

export interface SavePorts extends Pick<Surroundings, 'now'> {
  store: Pick<HouseStore, 'listHouseDigests'> & ComparedStore & Pick<CrawlStore, 'putPage'>;
}

type ComparedStore = Pick<HouseStore, 'findHouses' | 'pageHistory'>;

/** The run, or the reading by hand, that reads the page. */
interface Reader {
  runId: string;
  startedAtMs: number;
}

interface SaveOptions {
  finishesNext: boolean;
  /** When a person's browser loaded the page. Without it the page is the newest. */
  loadedAtMs?: number;
}

/** A house that has changed since the page was loaded keeps its version: the page shows an older one. */
const isNewerThan = (loadedAtMs: number, { updateTimeMs }: House) => updateTimeMs > loadedAtMs;

/**
 * Stores the houses that a page changes, and the crawl's progress with them. An unchanged house costs no write. An
 * unchanged last page costs none at all if the crawl is finished next, because that stores its result.
 */
export async function savePage(
  { store, now }: SavePorts,
  { runId, startedAtMs }: Reader,
  resblock: TrackedResblock,
  { crawl, listings, seenBefore, names }: PageOutcome,
  known: HouseDigest[],
  { finishesNext, loadedAtMs = Infinity }: SaveOptions,
): Promise<SavePageStatus> {
  const { resblockId } = resblock;
  for (let tries = 1; ; tries++) {
    const rows = groupFaces(listings, (houseId) => !seenBefore.has(houseId));
    const changed = await findChanges(store, rows, known, now(), loadedAtMs);
    const restyled = findRestyled(changed, {
      knownRows: countKnown(rows, known),
      isFirstPage: seenBefore.size === 0,
      earlier: crawl.restyled,
    });
    const changes = [
      ...changed.map((change) => withoutNewStyle(change, restyled)),
      ...(await findUndone(
        store,
        groupFaces(listings, (houseId) => seenBefore.has(houseId)),
        startedAtMs,
        loadedAtMs,
      )),
    ];
    const page = {
      runId,
      resblockId,
      crawl: { ...crawl, restyled: [...new Set([...crawl.restyled, ...restyled])] },
      seenBefore,
      changes,
      names: changedNames(resblock, names),
      nowMs: now().getTime(),
    };
    if (finishesNext && crawl.result && changes.length === 0 && !page.names) return 'saved';
    const status = await store.putPage(page);
    if (status !== 'houseChanged') return status;
    // Another crawl of this community was faster, so the page is compared with the houses that it left.
    if (tries === maxTries) throw new Error(`the houses of ${resblockId} keep changing`);
    known = await store.listHouseDigests(resblockId);
  }
}

/** The data with which a page shows one house. A house that is listed twice may have a tag more in one of its rows. */
type Faces = readonly [Listing, ...Listing[]];

function groupFaces(listings: readonly Listing[], isWanted: (houseId: string) => boolean): Faces[] {
  const groups = new Map<string, [Listing, ...Listing[]]>();
  for (const listing of listings) {
    const group = groups.get(listing.houseId);
    if (group) group.push(listing);
    else if (isWanted(listing.houseId)) groups.set(listing.houseId, [listing]);
  }
  return [...groups.values()].map(withPrice);
}

/** A row without a price looks like any version of its house, so it tells nothing beside one that has a price. */
function withPrice(faces: [Listing, ...Listing[]]): Faces {
  const [first, ...others] = faces.filter(({ price }) => price !== null);
  return first ? [first, ...others] : faces;
}

/** Finds the row of the house on the page that equals this version. */
const findFace = (faces: Faces, version: Pick<House, 'hash' | 'price' | 'unitPrice'> | undefined) =>
  version && faces.find((face) => listedHash(keepPrices(face, version)) === version.hash);

/** The index shows which houses may have changed. They are read from the table, because the index may lag behind. */
async function findChanges(
  store: Pick<HouseStore, 'findHouses'>,
  houses: Faces[],
  known: HouseDigest[],
  now: Date,
  loadedAtMs: number,
): Promise<HouseChange[]> {
  const indexed = new Map(known.map((house) => [house.houseId, house]));
  const candidates = houses.filter((faces) => !findFace(faces, indexed.get(faces[0].houseId)));
  const before = await findStored(store, candidates);
  return candidates.flatMap((faces) => {
    const [first] = faces;
    const stored = before.get(first.houseId);
    if (stored && isNewerThan(loadedAtMs, stored)) return [];
    return detectChange(findFace(faces, stored) ?? first, stored, now) ?? [];
  });
}

function countKnown(houses: readonly Faces[], known: readonly HouseDigest[]): number {
  const indexed = new Set(known.map(({ houseId }) => houseId));
  return houses.filter(([{ houseId }]) => indexed.has(houseId)).length;
}

/**
 * Finds the houses that this crawl has changed on an earlier page, and that this page shows as they were before. Such a
 * house is listed twice with different data, and has not changed. The earlier version becomes the current one again.
 */
async function findUndone(
  store: ComparedStore,
  houses: Faces[],
  sinceMs: number,
  loadedAtMs: number,
): Promise<HouseChange[]> {
  const stored = await findStored(store, houses);
  const undone = await Promise.all(
    houses.map(async (faces) => {
      const before = stored.get(faces[0].houseId);
      if (!before || before.updateTimeMs < sinceMs || isNewerThan(loadedAtMs, before) || findFace(faces, before))
        return [];
      const [earlier] = await store.pageHistory(before.houseId, before.updateTimeMs, 1);
      return earlier && findFace(faces, earlier) ? [{ before, after: earlier }] : [];
    }),
  );
  return undone.flat();
}

async function findStored(store: Pick<HouseStore, 'findHouses'>, houses: Faces[]): Promise<Map<string, House>> {
  if (houses.length === 0) return new Map();
  const stored = await store.findHouses(houses.map(([{ houseId }]) => houseId));
  return new Map(stored.map((house) => [house.houseId, house]));
}
