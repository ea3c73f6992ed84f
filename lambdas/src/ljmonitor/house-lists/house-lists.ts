import type { House as WireHouse } from 'shared-types/contract/ljmonitor';
import type { HouseFlag } from 'shared-types/rules/house';
import { wordsOf } from 'shared-types/rules/search/search-words';
import type { TrackedResblock } from '../communities/community.ts';
import type { ResblockStore } from '../communities/community-store.ts';
import type { HousePacks } from '../house-packs/house-packs.ts';
import { type House, type HouseCursor, toWireHouse } from '../houses/house.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { ListingSite } from '../listing-site/listing-site.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import { type Marks, readTimeOf } from '../marks/marks.ts';
import { matchingHouses } from './matching-houses.ts';
import { type SortQuery, sortedPage } from './sort-houses.ts';

const housesPerPage = 30;

/** The site that a community is read from, and its first reading. */
type Community = Pick<TrackedResblock, 'resblockId' | 'origin' | 'firstCompleteAtMs'>;
type Communities = ReadonlyMap<string, Community>;

const byId = (communities: readonly Community[]): Communities =>
  new Map(communities.map((community) => [community.resblockId, community]));

interface ListPorts {
  store: Pick<ResblockStore, 'findResblock' | 'listResblocks'> &
    Pick<HouseStore, 'findHouses' | 'pageHouses'> &
    Pick<MarkStore, 'findMarks'>;
  site: Pick<ListingSite, 'houseUrl'>;
  packs: HousePacks;
}

/** Returns the lists of houses with the marks of one user. Houses that the user hid are in none but their own list. */
export function houseLists({ store, site, packs }: ListPorts) {
  const listTracked = async () => byId(await store.listResblocks());

  const showHouse = (house: House, marks: Marks, community: Community | undefined): WireHouse =>
    toWireHouse(house, site.houseUrl(house.houseId, community?.origin ?? null), {
      readTime: readTimeOf(marks, house, community),
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

    async sortedHouses(
      userId: string,
      {
        resblockIds,
        text = '',
        ...query
      }: SortQuery & { resblockIds?: string[] | undefined; text?: string | undefined },
    ): Promise<WireHouse[]> {
      const [resblocks, { hidden }] = await Promise.all([store.listResblocks(), store.findMarks(userId, [])]);
      const asked = new Set(resblockIds);
      const selected = resblockIds ? resblocks.filter(({ resblockId }) => asked.has(resblockId)) : resblocks;
      const words = wordsOf(text);
      const found = matchingHouses(await packs.list(selected, { withTexts: words.length > 0 }), selected, words);
      const candidates = found.filter(({ houseId }) => !hidden.has(houseId));
      const page = sortedPage(candidates, query, housesPerPage);
      const houses = new Map((await store.findHouses(page)).map((house) => [house.houseId, house]));
      return showHouses(
        userId,
        page.flatMap((houseId) => houses.get(houseId) ?? []),
        byId(resblocks),
      );
    },

    /** Lists all houses to which a user, or another person, has given a flag, newest update first. */
    async flaggedHouses(userId: string, flag: HouseFlag, flaggedBy = userId): Promise<WireHouse[]> {
      const [tracked, marks] = await Promise.all([listTracked(), store.findMarks(flaggedBy, [])]);
      const houses = (await store.findHouses([...marks[flag]])).filter(
        ({ resblockId, ofFormerSite }) => tracked.has(resblockId) && !ofFormerSite,
      );
      return (await showHouses(userId, houses, tracked))
        .filter(({ hidden }) => flag === 'hidden' || !hidden)
        .toSorted((one, other) => other.updateTime - one.updateTime);
    },
  };
}
