import { communities } from 'local/fakes/listing-site/city/communities';
import { newListing } from 'local/fakes/listing-site/city/listing';
import { listPage } from 'local/fakes/listing-site/pages/list-page';

const [first] = communities;
if (!first) throw new Error('The demo city has no community');
const community = first;
const nowMs = Date.parse('2026-03-01T08:00:00Z');

export const demoId = community.id;

/** Builds the pages of one community, with three houses on each so that tests are fast. */
export function demoPages({ pages = 3, perPage = 3, price = (real: number) => real } = {}): string[] {
  const rows = Array.from({ length: pages * perPage }, (_, index) => {
    const listing = newListing(community, index + 1, nowMs);
    return { community, listing: { ...listing, price: price(listing.price) } };
  });
  return Array.from({ length: pages }, (_, index) =>
    listPage({
      origin: 'http://site.test',
      community,
      rows: rows.slice(index * perPage, (index + 1) * perPage),
      page: index + 1,
      totalPages: pages,
      declaredTotal: rows.length,
      adverts: 1,
      nowMs,
    }),
  );
}
