import { communities } from 'local/fakes/listing-site/city/communities';
import { listPage } from 'local/fakes/listing-site/pages/list-page';
import { plainListing } from '../../../../support/plain-listing.ts';

export const siteOrigin = 'https://site.test';

const listing = (resblockId: string, number: number, price: number, tags: readonly string[] | undefined) => ({
  ...plainListing(`${resblockId.slice(-4)}${String(number).padStart(8, '0')}`, number, price),
  ...(tags && { tags }),
});

export interface ListedHouses {
  resblockId: string;
  /** The numbers of the houses, in the order of the list. */
  houses: readonly number[];
  perPage?: number;
  /** The site that shows the pages. */
  origin?: string;
  /** One price for all houses, or the price of each; null for one that the site does not show. */
  price?: number | ((house: number) => number | null);
  tags?: (house: number) => readonly string[];
}

export const listUrl = (resblockId: string, page = 1, origin = siteOrigin) =>
  `${origin}/ershoufang/${page === 1 ? '' : `pg${page}`}c${resblockId}/`;

/** Makes the pages of a community in the site's markup, as a browser hands them in. */
export function sitePages({ resblockId, houses, perPage = 2, origin = siteOrigin, price = 500, tags }: ListedHouses) {
  const [anyCommunity] = communities;
  if (!anyCommunity) throw new Error('the demo city has no community');
  const community = { ...anyCommunity, id: resblockId, name: '柳荫里' };
  const totalPages = Math.max(1, Math.ceil(houses.length / perPage));
  return Array.from({ length: totalPages }, (_, index) => ({
    url: listUrl(resblockId, index + 1, origin),
    html: listPage({
      origin,
      community,
      rows: houses.slice(index * perPage, (index + 1) * perPage).map((number) => {
        const shown = typeof price === 'number' ? price : price(number);
        return {
          community,
          listing: listing(resblockId, number, shown ?? 0, tags?.(number)),
          insteadOfPrice: shown === null ? '暂无数据' : undefined,
        };
      }),
      page: index + 1,
      totalPages,
      declaredTotal: houses.length,
      nowMs: 0,
    }),
  }));
}
