import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { isOfThisOffer } from 'shared-types/rules/monitor/sold';
import { AppError } from '../../platform/app-error.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import type { HousePacks } from '../house-packs/house-packs.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { ListingSite } from '../listing-site/listing-site.ts';
import type { Surroundings } from '../ports.ts';
import type { HousePair, RelistingStore } from './relisting-store.ts';
import { findSameFlats } from './same-flat.ts';

/**
 * The most links of an answer. Each link reads its sale and its separation, also where there is none: 1.5 read units. With the
 * communities and the changes since their packs, 50 links stay below 100 units.
 */
const maxLinks = 50;

/** Links that are sold or separated make room for older ones, but so many do not cost more than this. */
const maxRead = 200;

interface ListPorts {
  store: Pick<ResblockStore, 'listResblocks'> & Pick<RelistingStore, 'findSeparated' | 'findSales'>;
  packs: HousePacks;
  site: Pick<ListingSite, 'houseUrl'>;
}

interface LinkQuery {
  resblockIds?: string[] | undefined;
  houseIds?: string[] | undefined;
}

/** Lists the newest houses that were offered before under another id, in all tracked communities or in some, or those of some houses. */
export async function listRelistings(
  { store, packs, site }: ListPorts,
  { resblockIds, houseIds }: LinkQuery,
): Promise<Relisting[]> {
  const tracked = await store.listResblocks();
  const communities = tracked.filter(({ resblockId }) => resblockIds === undefined || resblockIds.includes(resblockId));
  const houses = new Map((await packs.list(communities, { withTexts: false })).map((each) => [each.resblockId, each]));
  const all = communities
    .flatMap((community) =>
      findSameFlats(
        houses.get(community.resblockId)?.houses.values() ?? [],
        community.firstCompleteAtMs ?? Infinity,
      ).map(({ earlier, later, removedAtMs }) => ({
        resblockId: community.resblockId,
        origin: community.origin,
        earlierId: earlier.houseId,
        laterId: later.houseId,
        earlier,
        later,
        removedAtMs,
      })),
    )
    .toSorted((one, other) => other.later.createTime - one.later.createTime);
  const links = (houseIds ? linksOf(all, houseIds) : all).slice(0, maxRead);
  const shown: typeof links = [];
  for (let read = 0; read < links.length && shown.length < maxLinks; read += maxLinks) {
    const some = links.slice(read, read + maxLinks);
    const [sales, separated] = await Promise.all([
      store.findSales(some.map(({ earlierId: houseId, ...place }) => ({ ...place, houseId }))),
      store.findSeparated(some),
    ]);
    const isSold = ({ earlier }: (typeof links)[number]) =>
      sales.get(earlier.houseId)?.some((sale) => isOfThisOffer(earlier, sale)) === true;
    shown.push(...some.filter((link) => !isSold(link) && !separated.has(link)));
  }
  return shown.slice(0, maxLinks).map(({ resblockId: id, origin, earlier, later, removedAtMs }) => {
    const show = ({ houseId, price, createTime, updateTime }: typeof later) => ({
      houseId,
      url: site.houseUrl(houseId, origin),
      price,
      createTime,
      updateTime,
    });
    const prices = earlier.prices.length > 0 ? earlier.prices.map(({ price }) => price) : [earlier.price];
    return { resblockId: id, earlier: { ...show(earlier), removedAt: removedAtMs, prices }, later: show(later) };
  });
}

/** Returns the links of these houses, and of those under which their flats were offered before. */
function linksOf<Pair extends HousePair>(links: readonly Pair[], houseIds: readonly string[]): Pair[] {
  const earlierOf = new Map(links.map(({ earlierId, laterId }) => [laterId, earlierId]));
  const ids = new Set(houseIds);
  // The walk comes to the ids that it adds, too.
  for (const id of ids) {
    const earlierId = earlierOf.get(id);
    if (earlierId !== undefined) ids.add(earlierId);
  }
  return links.filter(({ earlierId, laterId }) => ids.has(earlierId) || ids.has(laterId));
}

interface SeparationPorts extends Pick<Surroundings, 'now'> {
  store: Pick<HouseStore, 'findHouses'> & Pick<RelistingStore, 'putSeparation' | 'removeSeparation'>;
}

interface Separation {
  houseId: string;
  otherHouseId: string;
  separated: boolean;
  asOf?: number | undefined;
}

/** Keeps two houses of a community apart, or takes that back. */
export async function separateHouses(
  { store, now }: SeparationPorts,
  { houseId, otherHouseId, separated, asOf }: Separation,
): Promise<{ separatedAt: number | null }> {
  if (houseId === otherHouseId) throw new AppError('invalid', 'This is one house.');
  const [one, other] = await store.findHouses([houseId, otherHouseId]);
  if (!one || !other) throw new AppError('notFound', 'This house does not exist.');
  if (one.resblockId !== other.resblockId) throw new AppError('invalid', 'These houses are of two communities.');
  if (!separated) {
    await store.removeSeparation(houseId, otherHouseId, asOf ?? Number.MAX_SAFE_INTEGER);
    return { separatedAt: null };
  }
  const separatedAt = now().getTime();
  await store.putSeparation(houseId, otherHouseId, separatedAt);
  return { separatedAt };
}
