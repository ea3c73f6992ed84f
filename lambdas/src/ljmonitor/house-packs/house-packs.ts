import { dayMs } from 'shared-types/rules/time';
import { forEachConcurrently } from '../../platform/for-each.ts';
import type { House, HouseCursor } from '../houses/house.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { TrackedResblock } from '../communities/community.ts';
import type { Surroundings } from '../ports.ts';
import { compressRows, decompressRows } from './compress.ts';
import type { PackKind, PackStore, StoredPack } from './pack-store.ts';
import {
  type PackedHouse,
  packedVersionOf,
  packHouse,
  packText,
  readHouses,
  readTexts,
  writeHouses,
  writeTexts,
} from './packed-house.ts';

type Community = Pick<TrackedResblock, 'resblockId' | 'lastReadAtMs'>;

/** An index may lag behind the table, and the clock of another machine behind this one, but not for longer. */
const lagMs = 60_000;
/** Most lists find nothing that is newer than their packs, and a house is half a kilobyte. */
const feedPageSize = { first: 20, next: 100 };

interface Pack {
  builtAtMs: number;
  hasTexts: boolean;
  houses: ReadonlyMap<string, PackedHouse>;
}

/** The houses of a community, with their texts if they were asked for. */
export interface CommunityHouses {
  resblockId: string;
  houses: ReadonlyMap<string, PackedHouse>;
}

/** Every list reads the updates of all communities since the oldest pack, which a community that is not read would keep for months. */
const maxAgeMs = dayMs;
/**
 * A community that is added, or changes as a whole, may bring thousands of updates. Packs that are older cost every list all of
 * them, so they are built anew when there are more than these.
 */
const maxUpdates = 200;

/**
 * A pack is good for a day, until a reading of the community ends after it. The list of updates has what a reading changes before
 * its end. A pack that is built right after the end may miss a change that the index does not show yet, so the old one stays until
 * then.
 */
function isCurrent({ builtAtMs }: { builtAtMs: number }, { lastReadAtMs }: Community, nowMs: number): boolean {
  const settledAtMs = (lastReadAtMs ?? 0) + lagMs;
  return builtAtMs >= nowMs - maxAgeMs && (builtAtMs >= settledAtMs || nowMs < settledAtMs);
}

/** A house that has moved is looked for whatever its community is. */
const everyCommunity = { has: () => true };

type StoredPacks = ReadonlyMap<string, StoredPack>;

/** What a build goes on from. */
interface LastBuild {
  houses: StoredPack;
  texts: StoredPack;
  /** The houses that have changed since. */
  updatedIds: ReadonlySet<string>;
}

interface PackPorts extends Pick<Surroundings, 'now' | 'newId'> {
  store: PackStore & Pick<HouseStore, 'listHouseDigests' | 'findHouses' | 'pageHouses'>;
}

/**
 * Returns the houses of communities for lists that are sorted, filtered or searched. They come from packs, and what has
 * changed since comes from the list of updates, so a list never reads every house. A function keeps the packs that it
 * has read in memory.
 */
export function housePacks({ store, now, newId }: PackPorts) {
  const memory = new Map<string, Pack>();

  /** Loads packs into the memory. Those that were built before a time are built anew. */
  async function load(communities: readonly Community[], withTexts: boolean, notBeforeMs = 0): Promise<void> {
    const nowMs = now().getTime();
    const isGood = (pack: { builtAtMs: number }, community: Community) =>
      pack.builtAtMs >= notBeforeMs && isCurrent(pack, community, nowMs);
    const isUsable = (community: Community) => {
      const pack = memory.get(community.resblockId);
      return pack !== undefined && isGood(pack, community) && (!withTexts || pack.hasTexts);
    };
    const wanted = communities.filter((community) => !isUsable(community));
    if (wanted.length === 0) return;
    const ids = wanted.map(({ resblockId }) => resblockId);
    const [houses, texts] = await Promise.all([
      store.findPacks(ids, 'HOUSES'),
      withTexts ? store.findPacks(ids, 'TEXTS') : undefined,
    ]);
    const old: string[] = [];
    for (const community of wanted) {
      const { resblockId } = community;
      const pack = houses.get(resblockId);
      const text = texts?.get(resblockId);
      const isSame = !withTexts || text?.buildId === pack?.buildId;
      if (pack && isSame && isGood(pack, community))
        memory.set(resblockId, {
          builtAtMs: pack.builtAtMs,
          hasTexts: text !== undefined,
          houses: readPack(pack, text),
        });
      else old.push(resblockId);
    }
    if (old.length > 0) {
      const last = await findLastBuilds(old, houses, texts ?? (await store.findPacks(old, 'TEXTS')));
      // The first request after a reading waits for all of them.
      await forEachConcurrently(old, async (resblockId) => {
        memory.set(resblockId, await build(resblockId, nowMs, last.get(resblockId)));
      });
    }
    leaveOutMoved();
  }

  /**
   * A house that the site has moved to another community stays in the pack of the former one until that is built anew, so the later
   * pack is right.
   */
  function leaveOutMoved(): void {
    const later = new Set<string>();
    for (const [resblockId, pack] of [...memory].toSorted(([, one], [, other]) => other.builtAtMs - one.builtAtMs)) {
      memory.set(resblockId, { ...pack, houses: without(pack.houses, later) });
      for (const houseId of pack.houses.keys()) later.add(houseId);
    }
  }

  /** Finds what the builds of these communities go on from, with one look at the list of updates. */
  async function findLastBuilds(
    resblockIds: readonly string[],
    storedHouses: StoredPacks,
    storedTexts: StoredPacks,
  ): Promise<Map<string, LastBuild>> {
    const whole = resblockIds.flatMap((resblockId) => {
      const [houses, texts] = [storedHouses.get(resblockId), storedTexts.get(resblockId)];
      return houses && houses.buildId === texts?.buildId ? [{ resblockId, houses, texts }] : [];
    });
    if (whole.length === 0) return new Map();
    const updated = await updatedSince(Math.min(...whole.map(({ houses }) => houses.builtAtMs)) - lagMs);
    return new Map(
      whole.map(({ resblockId, houses, texts }) => {
        const ofThis = updated.filter(
          (house) => house.resblockId === resblockId && house.updateTimeMs >= houses.builtAtMs - lagMs,
        );
        return [resblockId, { houses, texts, updatedIds: new Set(ofThis.map(({ houseId }) => houseId)) }];
      }),
    );
  }

  /** Builds the pack of a community anew. Houses that have not changed since the last build are not read. */
  async function build(resblockId: string, builtAtMs: number, last: LastBuild | undefined): Promise<Pack> {
    const before = last ? readPack(last.houses, last.texts) : new Map<string, PackedHouse>();
    const digests = await store.listHouseDigests(resblockId);
    const isKept = (houseId: string, version: string) =>
      before.get(houseId)?.version === version && !last?.updatedIds.has(houseId);
    const changed = digests.filter((digest) => !isKept(digest.houseId, packedVersionOf(digest)));
    const read = (await store.findHouses(changed.map(({ houseId }) => houseId))).filter(
      (house) => house.resblockId === resblockId && !house.ofFormerSite,
    );
    const fresh = new Map(read.map((house) => [house.houseId, house]));
    const changedIds = new Set(changed.map(({ houseId }) => houseId));
    const houses = new Map<string, PackedHouse>();
    for (const { houseId } of digests) {
      const house = fresh.get(houseId);
      const kept = changedIds.has(houseId) ? undefined : before.get(houseId);
      const packed = house ? packWithText(house) : kept;
      if (packed) houses.set(houseId, packed);
    }
    const buildId = newId();
    const put = (kind: PackKind, parts: Uint8Array[]) => store.putPack(resblockId, kind, { builtAtMs, buildId, parts });
    await put('HOUSES', compressRows([...houses.values()], writeHouses));
    await put('TEXTS', compressRows([...houses.values()], writeTexts));
    return { builtAtMs, hasTexts: true, houses };
  }

  /** Finds the houses of all communities that have changed since a time. */
  async function updatedSince(sinceMs: number): Promise<House[]> {
    const found: House[] = [];
    for (let from: HouseCursor | undefined; ;) {
      const page = await store.pageHouses(everyCommunity, from, from ? feedPageSize.next : feedPageSize.first);
      found.push(...page.filter(({ updateTimeMs }) => updateTimeMs >= sinceMs));
      from = page.at(-1);
      if (!from || from.updateTimeMs < sinceMs) return found;
    }
  }

  const packsOf = (communities: readonly Community[]) =>
    new Map(communities.map(({ resblockId }) => [resblockId, memory.get(resblockId)]));

  /** Finds what has changed since the oldest of these communities' packs, newest first. */
  async function updatedSincePacks(communities: readonly Community[]): Promise<House[]> {
    const oldestMs = Math.min(...[...packsOf(communities).values()].map((pack) => pack?.builtAtMs ?? Infinity));
    return oldestMs === Infinity ? [] : updatedSince(oldestMs - lagMs);
  }

  /** Finds what the packs of these communities do not have yet, and builds them anew if that is too much. */
  async function findUpdates(communities: readonly Community[], withTexts: boolean): Promise<House[]> {
    const updates = await updatedSincePacks(communities);
    const endMs = (updates[0]?.updateTimeMs ?? 0) + lagMs;
    // While more updates are coming, the packs would be old again at once.
    if (updates.length <= maxUpdates || endMs > now().getTime()) return updates;
    await load(communities, withTexts, endMs);
    return updatedSincePacks(communities);
  }

  return {
    async list(communities: readonly Community[], { withTexts }: { withTexts: boolean }): Promise<CommunityHouses[]> {
      await load(communities, withTexts);
      const all = await findUpdates(communities, withTexts);
      const packs = packsOf(communities);
      const updated = Map.groupBy(all, ({ resblockId }) => resblockId);
      return [...packs].map(([resblockId, pack]) => {
        const changes = updated.get(resblockId) ?? [];
        const isMoved = (house: House) => house.resblockId !== resblockId && pack?.houses.has(house.houseId);
        const elsewhere = new Set(all.filter(isMoved).map(({ houseId }) => houseId));
        const houses = without(pack?.houses ?? new Map<string, PackedHouse>(), elsewhere);
        return { resblockId, houses: withChanges(houses, changes, withTexts ? packWithText : packHouse) };
      });
    },
  };
}

function without(packed: ReadonlyMap<string, PackedHouse>, houseIds: ReadonlySet<string>) {
  if (houseIds.size === 0) return packed;
  const left = [...packed].filter(([houseId]) => !houseIds.has(houseId));
  return left.length === packed.size ? packed : new Map(left);
}

const withChanges = (
  packed: ReadonlyMap<string, PackedHouse>,
  changes: readonly House[],
  pack: (house: House) => PackedHouse,
) =>
  changes.length === 0
    ? packed
    : new Map([...packed, ...changes.map((house) => [house.houseId, pack(house)] as const)]);

const packWithText = (house: House): PackedHouse => ({ ...packHouse(house), text: packText(house) });

/** A search of thousands of houses would take twice as long if it looked up the text of each. */
function readPack(houses: StoredPack, texts: StoredPack | undefined): Map<string, PackedHouse> {
  const read = new Map(decompressRows(houses.parts, readHouses).map((house) => [house.houseId, house]));
  for (const { houseId, text } of texts ? decompressRows(texts.parts, readTexts) : []) {
    const house = read.get(houseId);
    if (house) house.text = text;
  }
  return read;
}

export type HousePacks = ReturnType<typeof housePacks>;
