import { communities } from 'local/fakes/listing-site/city/communities';
import type { Listing } from 'local/fakes/listing-site/city/listing';
import { listPage } from 'local/fakes/listing-site/pages/list-page';

export const siteOrigin = 'https://site.test';

const listing = (resblockId: string, number: number, price: number): Listing => ({
  houseId: `${resblockId.slice(-4)}${String(number).padStart(8, '0')}`,
  title: `House ${number}`,
  layout: '2室1厅',
  area: 50,
  facing: '南',
  decoration: '精装',
  floor: '低楼层',
  builtIn: 1990,
  building: '板楼',
  tags: ['近地铁'],
  price,
  listedAtMs: 0,
});

export interface ListedHouses {
  resblockId: string;
  /** The numbers of the houses, in the order of the list. */
  houses: readonly number[];
  perPage?: number;
  /** One price for all houses, or the price of each. */
  price?: number | ((house: number) => number);
}

export const listUrl = (resblockId: string, page = 1) =>
  `${siteOrigin}/ershoufang/${page === 1 ? '' : `pg${page}`}c${resblockId}/`;

/** Makes the pages of a community in the site's markup, as a browser hands them in. */
export function sitePages({ resblockId, houses, perPage = 2, price = 500 }: ListedHouses) {
  const [anyCommunity] = communities;
  if (!anyCommunity) throw new Error('the demo city has no community');
  const community = { ...anyCommunity, id: resblockId, name: '柳荫里' };
  const totalPages = Math.max(1, Math.ceil(houses.length / perPage));
  return Array.from({ length: totalPages }, (_, index) => ({
    url: listUrl(resblockId, index + 1),
    html: listPage({
      origin: siteOrigin,
      community,
      rows: houses.slice(index * perPage, (index + 1) * perPage).map((number) => ({
        community,
        listing: listing(resblockId, number, typeof price === 'number' ? price : price(number)),
      })),
      page: index + 1,
      totalPages,
      declaredTotal: houses.length,
      nowMs: 0,
    }),
  }));
}
