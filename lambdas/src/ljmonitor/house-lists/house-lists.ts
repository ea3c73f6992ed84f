import type { House as WireHouse, SortedHouses } from 'shared-types/contract/ljmonitor';
import type { TrackedResblock } from '../communities/community.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import type { HousePacks } from '../house-packs/house-packs.ts';
import { type House, type HouseCursor, toWireHouse } from '../houses/house.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { ListingSite } from '../listing-site/listing-site.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import { type Marks, readTimesIn } from '../marks/marks.ts';
import type { Surroundings } from '../ports.ts';
import { type ListFilters, isOfNews, matchingHouses } from './matching-houses.ts';
import { type SortQuery, sortedPage } from './sort-houses.ts';

const housesPerPage = 30;

/** The site that a community is read from, and its first reading. */
type Community = Pick<TrackedResblock, 'resblockId' | 'origin' | 'firstCompleteAtMs'>;
type Communities = ReadonlyMap<string, Community>;

const byId = (communities: readonly Community[]): Communities =>
  new Map(communities.map((community) => [community.resblockId, community]));

interface ListPorts extends Pick<Surroundings, 'now'> {
  store: Pick<ResblockStore, 'findResblock' | 'listResblocks'> &
    Pick<HouseStore, 'findHouses' | 'pageHouses'> &
    Pick<MarkStore, 'findMarks' | 'listMarks'>;
  site: Pick<ListingSite, 'houseUrl'>;
  packs: HousePacks;
}

/** Returns the lists of houses with the marks of one user. Houses that the user hid are in none but their own list. */
export function houseLists({ store, site, packs, now }: ListPorts) {
  const listTracked = async () => byId(await store.listResblocks());

  const showHouse = (house: House, marks: Marks, community: Community | undefined): WireHouse =>
    toWireHouse(house, site.houseUrl(house.houseId, community?.origin ?? null), {
      readTime: readTimesIn(marks, house.resblockId, community)(house.houseId, house.createTimeMs),
      starred: marks.starred.has(house.houseId),
      hidden: marks.hidden.has(house.houseId),
      note: marks.notes.get(house.houseId),
    });

  const showHouses = async (userId: string, houses: readonly House[], communities: Communities) => {
    const marks = await store.findMarks(userId, houses);
    return houses.map((house) => showHouse(house, marks, communities.get(house.resblockId)));
  };

  const communityOf = ({ resblockId }: House) => store.findResblock(resblockId);

  return {
    withMarks: async (house: House, marks: Marks) => showHouse(house, marks, await communityOf(house)),

    /** Shows the versions of one house. */
    async showVersions(userId: string, versions: readonly House[]): Promise<WireHouse[]> {
      const [first] = versions;
      if (!first) return [];
      const community = await communityOf(first);
      return showHouses(userId, versions, byId(community ? [community] : []));
    },

    /** Lists the houses, newest update first. An empty page means the end of the list. */
    async latestHouses(userId: string, after: HouseCursor | undefined): Promise<WireHouse[]> {
      const tracked = await listTracked();
      for (let from = after; ;) {
        const page = await store.pageHouses(tracked, from, housesPerPage);
        const shown = (await showHouses(userId, page, tracked)).filter(({ hidden }) => !hidden);
        from = page.at(-1);
        if (shown.length > 0 || !from) return shown;
      }
    },

    /** Lists a page of the houses that match, in an order, and counts all that do. */
    async sortedHouses(
      userId: string,
      { resblockIds, ...query }: SortQuery & ListFilters & { resblockIds?: string[] | undefined },
    ): Promise<SortedHouses> {
      const needsReadTimes = isOfNews(query);
      const isSearch = Boolean(query.text);
      const [resblocks, marks] = await Promise.all([
        store.listResblocks(),
        needsReadTimes ? store.listMarks(userId) : store.findMarks(userId, [], { withNotes: isSearch }),
      ]);
      const asked = new Set(resblockIds);
      const selected = resblockIds ? resblocks.filter(({ resblockId }) => asked.has(resblockId)) : resblocks;
      const found = matchingHouses(await packs.list(selected, { withTexts: isSearch }), {
        communities: selected,
        filters: query,
        marks,
        nowMs: now().getTime(),
      });
      const { houseIds, left } = sortedPage(found, query, housesPerPage);
      const stored = new Map(
        (await store.findHouses(houseIds, { mayLag: true })).map((house) => [house.houseId, house]),
      );
      const page = houseIds.flatMap((houseId) => stored.get(houseId) ?? []);
      const communities = byId(resblocks);
      const marksOfPage =
        needsReadTimes || page.length === 0
          ? marks
          : {
              ...(await store.findMarks(userId, page, { withNotes: !isSearch })),
              ...(isSearch && { notes: marks.notes }),
            };
      const houses = page.map((house) => showHouse(house, marksOfPage, communities.get(house.resblockId)));
      return { houses, matches: found.length, left };
    },

    /** Returns those of the houses that the tracked communities have, and the hidden ones, too. */
    async housesOf(userId: string, houseIds: readonly string[]): Promise<WireHouse[]> {
      const tracked = await listTracked();
      const houses = (await store.findHouses(houseIds, { mayLag: true })).filter(
        ({ resblockId, ofFormerSite }) => tracked.has(resblockId) && !ofFormerSite,
      );
      return showHouses(userId, houses, tracked);
    },
  };
}
