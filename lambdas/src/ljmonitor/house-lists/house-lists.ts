import type { House as WireHouse } from 'shared-types/contract/ljmonitor';
import type { HouseFlag } from 'shared-types/rules/house';
import { wordsOf } from 'shared-types/rules/search/search-words';
import type { ResblockStore } from '../communities/community-store.ts';
import type { HousePacks } from '../house-packs/house-packs.ts';
import { type House, type HouseCursor, toWireHouse } from '../houses/house.ts';
import type { HouseStore } from '../houses/house-store.ts';
import type { ListingSite } from '../listing-site/listing-site.ts';
import type { SiteOrigin } from '../listing-site/site-adapter.ts';
import type { MarkStore } from '../marks/mark-store.ts';
import { type Marks, readTimeOf } from '../marks/marks.ts';
import { matchingHouses } from './matching-houses.ts';
import { type SortQuery, sortedPage } from './sort-houses.ts';

const housesPerPage = 30;

type Origins = ReadonlyMap<string, SiteOrigin>;

interface ListPorts {
  store: Pick<ResblockStore, 'findResblock' | 'listResblocks'> &
    Pick<HouseStore, 'findHouses' | 'pageHouses'> &
    Pick<MarkStore, 'findMarks'>;
  site: Pick<ListingSite, 'houseUrl'>;
  packs: HousePacks;
}

/** Returns the lists of houses with the marks of one user. Houses that the user hid are in none but their own list. */
export function houseLists({ store, site, packs }: ListPorts) {
  /** Returns the sites that the tracked communities are read from, by community id. */
  const listOrigins = async (): Promise<Origins> =>
    new Map((await store.listResblocks()).map(({ resblockId, origin }) => [resblockId, origin]));

  const showHouse = (house: House, marks: Marks, origin: SiteOrigin): WireHouse =>
    toWireHouse(house, site.houseUrl(house.houseId, origin), {
      readTime: readTimeOf(marks, house),
      starred: marks.starred.has(house.houseId),
      hidden: marks.hidden.has(house.houseId),
      note: marks.notes.get(house.houseId),
    });

  const showHouses = async (userId: string, houses: readonly House[], origins: Origins) => {
    const marks = await store.findMarks(userId, houses);
    return houses.map((house) => showHouse(house, marks, origins.get(house.resblockId) ?? null));
  };

  const findOrigin = async ({ resblockId }: House) => (await store.findResblock(resblockId))?.origin ?? null;

  return {
    withMarks: async (house: House, marks: Marks) => showHouse(house, marks, await findOrigin(house)),

    /** Shows the versions of one house. */
    async showVersions(userId: string, versions: readonly House[]): Promise<WireHouse[]> {
      const [first] = versions;
      if (!first) return [];
      return showHouses(userId, versions, new Map([[first.resblockId, await findOrigin(first)]]));
    },

    /** Lists the houses, newest update first. An empty page means the end of the list. */
    async latestHouses(userId: string, after: HouseCursor | undefined): Promise<WireHouse[]> {
      const tracked = await listOrigins();
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
        new Map(resblocks.map(({ resblockId, origin }) => [resblockId, origin])),
      );
    },

    /** Lists all houses to which a user, or another person, has given a flag, newest update first. */
    async flaggedHouses(userId: string, flag: HouseFlag, flaggedBy = userId): Promise<WireHouse[]> {
      const [tracked, marks] = await Promise.all([listOrigins(), store.findMarks(flaggedBy, [])]);
      const houses = (await store.findHouses([...marks[flag]])).filter(
        ({ resblockId, ofFormerSite }) => tracked.has(resblockId) && !ofFormerSite,
      );
      return (await showHouses(userId, houses, tracked))
        .filter(({ hidden }) => flag === 'hidden' || !hidden)
        .toSorted((one, other) => other.updateTime - one.updateTime);
    },
  };
}
