import { chance } from './chance.ts';
import { communities, type Community } from './communities.ts';
import type { Listing } from './listing.ts';
import { lastPage, listPage, rowsOnPage } from '../pages/list-page.ts';
import { type ListingsAt, marketOf, type Past } from './market.ts';
import type { Row } from '../pages/list-row.ts';

/** Rows stay repeated for this long, then it is decided again. */
const repeatForMs = 600_000;

export interface Moment extends Past {
  nowMs: number;
  /** Some houses are off the market for the time being. */
  someRemoved: boolean;
  pricesMissing: boolean;
}

export interface ListRequest {
  page: number;
  newestFirst: boolean;
}

/** The whole city: what is on offer where, and the pages that say so. */
export function demoCity(foundedAtMs: number) {
  const markets = new Map<Community, ListingsAt>(communities.map((each) => [each, marketOf(each, foundedAtMs)]));

  function listings(community: Community, { nowMs, someRemoved, ...past }: Moment) {
    const all = markets.get(community)?.(nowMs, past) ?? [];
    // A community that has houses keeps one: a list that is suddenly empty would look like a fault of the site.
    const stays = ({ houseId }: Listing, place: number) =>
      place === all.length - 1 || (place > 0 && chance('removed', houseId) > 0.2);
    return someRemoved ? all.filter(stays) : all;
  }

  function list(origin: string, community: Community, { page, newestFirst }: ListRequest, moment: Moment) {
    const found = [...listings(community, moment)].toSorted(newestFirst ? byNewest : bySite);
    const totalPages = Math.min(lastPage, Math.max(1, Math.ceil(found.length / rowsOnPage)));
    const rows = pageOf(found, page, repeatsNow(community, moment.nowMs, foundedAtMs)).map((listing, index) => ({
      community,
      listing,
      withoutPrice: moment.pricesMissing && index % 3 === 0,
    }));
    return listPage({
      origin,
      community,
      rows: page === 2 ? [...rows, ...others(community, moment, 1)] : rows,
      page,
      totalPages,
      declaredTotal: found.length,
      adverts: Math.min(3, Math.floor(rows.length / 6)),
      recommendations: found.length < rowsOnPage ? others(community, moment, 8) : [],
      nowMs: moment.nowMs,
    });
  }

  /** Houses of other communities: the recommendations, and now and then a promoted row among the own ones. */
  function others(community: Community, moment: Moment, count: number): Row[] {
    return communities
      .filter((each) => each !== community)
      .flatMap((each) =>
        listings(each, moment)
          .slice(0, 1)
          .map((listing) => ({ community: each, listing })),
      )
      .slice(0, count);
  }

  function find(houseId: string, moment: Moment) {
    for (const community of communities) {
      const listing = listings(community, moment).find((each) => each.houseId === houseId);
      if (listing) return { community, listing };
    }
    return undefined;
  }

  return { list, find, count: (community: Community, moment: Moment) => listings(community, moment).length };
}

const byNewest = (one: Listing, other: Listing) =>
  other.listedAtMs - one.listedAtMs || one.houseId.localeCompare(other.houseId);
const bySite = (one: Listing, other: Listing) => chance('order', one.houseId) - chance('order', other.houseId);

/** In the first ten minutes of a city, so that whoever looks meets it, and then in every third stretch of time. */
const repeatsNow = ({ repeatsRows, id }: Community, nowMs: number, foundedAtMs: number) => {
  const stretch = Math.floor((nowMs - foundedAtMs) / repeatForMs);
  return repeatsRows === true && (stretch === 0 || chance('repeat', id, stretch) < 1 / 3);
};

/** With repetition every second page begins with the row that ended the one before, and the row that stood there is seen nowhere. */
function pageOf(found: readonly Listing[], page: number, repeats: boolean) {
  const from = (page - 1) * rowsOnPage;
  const rows = found.slice(from, from + rowsOnPage);
  const before = found[from - 1];
  return repeats && page % 2 === 0 && before && rows.length > 0 ? [before, ...rows.slice(1)] : rows;
}
