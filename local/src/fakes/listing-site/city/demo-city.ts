import { pseudoRandom } from './pseudo-random.ts';
import type { City } from './cities.ts';
import type { Community } from './communities.ts';
import type { ListingMode } from '../modes.ts';
import { type Listing, offeredAgain } from './listing.ts';
import { lastPage, listPage, rowsOnPage } from '../pages/list-page.ts';
import { type ListingsAt, marketOf, type History } from './market.ts';
import type { ListRow } from '../pages/list-row.ts';
import { soldPage } from '../pages/sold-page.ts';
import { salesOf } from './sales.ts';

/** After this time a list may begin or cease to repeat rows. */
const repeatForMs = 600_000;

/** The conditions under which a page is made. */
export interface CityConditions extends History {
  nowMs: number;
  mode: ListingMode;
}

export interface ListRequest {
  page: number;
  newestFirst: boolean;
}

/** Creates a demo city: its houses and its list pages. */
export function demoCity({ communities }: City, foundedAtMs: number) {
  const markets = new Map<Community, ListingsAt>(communities.map((each) => [each, marketOf(each, foundedAtMs)]));

  function listings(community: Community, { nowMs, mode, ...history }: CityConditions) {
    const all = markets.get(community)?.(nowMs, history) ?? [];
    // A community keeps one house, because a list that is suddenly empty would look like a fault of the site.
    const stays = ({ houseId }: Listing, place: number) =>
      place === all.length - 1 || (place > 0 && pseudoRandom('removed', houseId) > 0.2);
    if (mode === 'remove') return all.filter(stays);
    return mode === 'relist'
      ? all.map((listing, place) => (stays(listing, place) ? listing : offeredAgain(community, listing, nowMs)))
      : all;
  }

  function list(origin: string, community: Community, { page, newestFirst }: ListRequest, conditions: CityConditions) {
    const { mode } = conditions;
    if (mode === 'city') return cityList(origin, community, conditions);
    const all = [...listings(community, conditions)].toSorted(newestFirst ? byNewest : bySite);
    const found = mode === 'slide' && page > 1 ? all.slice(1) : all;
    const totalPages = Math.min(lastPage, Math.max(1, Math.ceil(found.length / rowsOnPage)));
    const shown = pageOf(found, page, repeatsNow(community, conditions.nowMs, foundedAtMs));
    const rows = (mode === 'faces' ? withTwoFaces(shown, page, found) : shown).map((listing, index) => ({
      community,
      listing,
      insteadOfPrice: mode === 'garbled' && index % 3 === 0 ? '' : undefined,
    }));
    return listPage({
      origin,
      community,
      rows: page === 2 ? [...rows, ...others(community, conditions, 1)] : rows,
      page,
      totalPages,
      declaredTotal: found.length,
      adverts: Math.min(3, Math.floor(rows.length / 6)),
      recommendations: found.length < rowsOnPage ? others(community, conditions, 8) : [],
      nowMs: conditions.nowMs,
    });
  }

  /**
   * Returns the list of the whole city without houses of this community. The number of houses is the one of a recorded
   * page.
   */
  function cityList(origin: string, community: Community, conditions: CityConditions) {
    const rows = others(community, conditions, rowsOnPage);
    const { nowMs } = conditions;
    return listPage({ origin, community, rows, page: 1, totalPages: lastPage, declaredTotal: 137_844, nowMs });
  }

  /** Returns houses of other communities, for recommendations and promoted rows. */
  function others(community: Community, conditions: CityConditions, count: number): ListRow[] {
    return communities
      .filter((each) => each !== community)
      .flatMap((each) =>
        listings(each, conditions)
          .slice(0, 1)
          .map((listing) => ({ community: each, listing })),
      )
      .slice(0, count);
  }

  function find(houseId: string, conditions: CityConditions) {
    for (const community of communities) {
      const listing = listings(community, conditions).find((each) => each.houseId === houseId);
      if (listing) return { community, listing };
    }
    return undefined;
  }

  function sold(origin: string, community: Community, page: number, conditions: CityConditions) {
    // Who changes the agency has not sold.
    const mode = conditions.mode === 'relist' ? 'normal' : conditions.mode;
    const offered = new Set(listings(community, { ...conditions, mode }));
    const all = markets.get(community)?.(conditions.nowMs, conditions) ?? [];
    const gone = all.filter((listing) => !offered.has(listing));
    const sales = salesOf(community, foundedAtMs, gone, conditions.nowMs);
    return soldPage({
      origin,
      community,
      sales: sales.slice((page - 1) * rowsOnPage, page * rowsOnPage),
      page,
      totalPages: Math.ceil(sales.length / rowsOnPage),
      declaredTotal: sales.length,
    });
  }

  return {
    list,
    sold,
    find,
    community: (id: string) => communities.find((community) => community.id === id),
    count: (community: Community, conditions: CityConditions) => listings(community, conditions).length,
  };
}

/** The house at the top of the list stands on the second page, too, instead of the one there, and without the other tag. */
function withTwoFaces(shown: readonly Listing[], page: number, [top]: readonly Listing[]): readonly Listing[] {
  const [first, ...rest] = shown;
  if (!top || !first || page > 2) return shown;
  return page === 2 ? [top, ...rest] : [{ ...first, tags: [...first.tags, '业主自荐'] }, ...rest];
}

const byNewest = (one: Listing, other: Listing) =>
  other.listedAtMs - one.listedAtMs || one.houseId.localeCompare(other.houseId);
const bySite = (one: Listing, other: Listing) =>
  pseudoRandom('order', one.houseId) - pseudoRandom('order', other.houseId);

/** Rows repeat in the first ten minutes of a city, so that people see it, and later in every third period. */
const repeatsNow = ({ repeatsRows, id }: Community, nowMs: number, foundedAtMs: number) => {
  const period = Math.floor((nowMs - foundedAtMs) / repeatForMs);
  return repeatsRows === true && (period === 0 || pseudoRandom('repeat', id, period) < 1 / 3);
};

/**
 * With repeated rows every second page begins with the last row of the page before, and its own first row is missing.
 */
function pageOf(found: readonly Listing[], page: number, repeats: boolean) {
  const from = (page - 1) * rowsOnPage;
  const rows = found.slice(from, from + rowsOnPage);
  const before = found[from - 1];
  return repeats && page % 2 === 0 && before && rows.length > 0 ? [before, ...rows.slice(1)] : rows;
}
