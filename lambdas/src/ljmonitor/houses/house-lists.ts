import type { House as WireHouse } from 'shared-types/contract/ljmonitor';
import { type HouseFlag, type Marks, readTimeOf } from '../marks/marks.ts';
import type { ListingSite } from '../ports.ts';
import type { MonitorStore } from '../store.ts';
import { type House, toWireHouse } from './house.ts';
import type { HouseCursor } from './house-cursor.ts';
import { type SortQuery, sortedPage } from './sort-houses.ts';

const housesPerPage = 30;

/** The lists of houses with the marks of one user. Houses that the user hid are in none but their own list. */
export function houseLists(store: MonitorStore, site: ListingSite) {
  const trackedIds = async () => new Set((await store.listResblocks()).map(({ resblockId }) => resblockId));

  const withMarks = (house: House, marks: Marks): WireHouse =>
    toWireHouse(house, site, {
      readTime: readTimeOf(marks, house),
      starred: marks.starred.has(house.houseId),
      hidden: marks.hidden.has(house.houseId),
    });

  const withMarksOf = async (userId: string, houses: readonly House[]) => {
    const marks = await store.findMarks(userId, houses);
    return houses.map((house) => withMarks(house, marks));
  };

  return {
    trackedIds,
    withMarks,
    withMarksOf,

    /** Newest update first. An empty page means the end of the list. */
    async latestHouses(userId: string, after: HouseCursor | undefined): Promise<WireHouse[]> {
      const tracked = await trackedIds();
      for (let from = after; ;) {
        const page = await store.pageHouses(tracked, from, housesPerPage);
        const shown = (await withMarksOf(userId, page)).filter(({ hidden }) => !hidden);
        from = page.at(-1);
        if (shown.length > 0 || !from) return shown;
      }
    },

    async sortedHouses(
      userId: string,
      { resblockIds, ...query }: SortQuery & { resblockIds?: string[] | undefined },
    ): Promise<WireHouse[]> {
      const [tracked, { hidden }] = await Promise.all([trackedIds(), store.findMarks(userId, [])]);
      const selected = resblockIds ? resblockIds.filter((resblockId) => tracked.has(resblockId)) : [...tracked];
      const known = await Promise.all([...new Set(selected)].map((resblockId) => store.listHouseDigests(resblockId)));
      const candidates = known.flat().filter(({ houseId }) => !hidden.has(houseId));
      const page = sortedPage(candidates, query, housesPerPage);
      const houses = new Map((await store.findHouses(page)).map((house) => [house.houseId, house]));
      return withMarksOf(
        userId,
        page.flatMap((houseId) => houses.get(houseId) ?? []),
      );
    },

    /** All houses with a flag, newest update first. */
    async flaggedHouses(userId: string, flag: HouseFlag): Promise<WireHouse[]> {
      const [tracked, marks] = await Promise.all([trackedIds(), store.findMarks(userId, [])]);
      const houses = (await store.findHouses([...marks[flag]])).filter(({ resblockId }) => tracked.has(resblockId));
      return (await withMarksOf(userId, houses))
        .filter(({ hidden }) => flag === 'hidden' || !hidden)
        .toSorted((one, other) => other.updateTime - one.updateTime);
    },
  };
}
