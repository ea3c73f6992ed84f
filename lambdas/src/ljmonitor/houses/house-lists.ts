import type { House as WireHouse } from 'shared-types/contract/ljmonitor';
import { asHouse, type House } from './house.ts';
import { type Choice, type Marks, readTimeOf } from '../marks/marks.ts';
import type { HouseCursor, ListingSite, MonitorStore } from '../ports.ts';
import { sortedPage } from './sort-houses.ts';

const housesPerPage = 30;

/** The lists of houses, each as one person sees it: without what that person hides. */
export function houseLists(store: MonitorStore, site: ListingSite) {
  const trackedIds = async () => new Set((await store.listResblocks()).map(({ resblockId }) => resblockId));

  const asSeen = (house: House, marks: Marks): WireHouse =>
    asHouse(house, site, {
      readTime: readTimeOf(marks, house),
      starred: marks.starred.has(house.houseId),
      hidden: marks.hidden.has(house.houseId),
    });

  const seenBy = async (userId: string, houses: readonly House[]) => {
    const marks = await store.findMarks(userId, houses);
    return houses.map((house) => asSeen(house, marks));
  };

  return {
    trackedIds,
    asSeen,
    seenBy,

    /** Newest update first; empty only at the end. */
    async latest(userId: string, after: HouseCursor | undefined): Promise<WireHouse[]> {
      const tracked = await trackedIds();
      for (let from = after; ;) {
        const page = await store.pageHouses(tracked, from, housesPerPage);
        const shown = (await seenBy(userId, page)).filter(({ hidden }) => !hidden);
        from = page.at(-1);
        if (shown.length > 0 || !from) return shown;
      }
    },

    async sorted(userId: string, { resblockIds, ...query }: SortedQuery): Promise<WireHouse[]> {
      const [tracked, { hidden }] = await Promise.all([trackedIds(), store.findMarks(userId, [])]);
      const chosen = resblockIds ? resblockIds.filter((resblockId) => tracked.has(resblockId)) : [...tracked];
      const known = await Promise.all([...new Set(chosen)].map((resblockId) => store.listKnown(resblockId)));
      const wanted = known.flat().filter(({ houseId }) => !hidden.has(houseId));
      const page = sortedPage(wanted, query, housesPerPage);
      const houses = new Map((await store.findHouses(page)).map((house) => [house.houseId, house]));
      return seenBy(
        userId,
        page.flatMap((houseId) => houses.get(houseId) ?? []),
      );
    },

    /** All that a person starred, or hid; newest update first. */
    async chosen(userId: string, choice: Choice): Promise<WireHouse[]> {
      const [tracked, marks] = await Promise.all([trackedIds(), store.findMarks(userId, [])]);
      const houses = (await store.findHouses([...marks[choice]])).filter(({ resblockId }) => tracked.has(resblockId));
      const seen = await seenBy(userId, houses);
      return seen
        .filter(({ hidden }) => choice === 'hidden' || !hidden)
        .toSorted((one, other) => other.updateTime - one.updateTime);
    },
  };
}

type SortedQuery = Parameters<typeof sortedPage>[1] & { resblockIds?: string[] | undefined };
