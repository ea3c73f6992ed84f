import { createServer } from 'node:http';
import { communities, type Community } from 'local/fakes/listing-site/city/communities';
import { newListing } from 'local/fakes/listing-site/city/listing';
import { listPage, listPath, rowsOnPage } from 'local/fakes/listing-site/pages/list-page';
import { listen } from 'local/http/listen';

/** As long as the longest pages of the real site. */
const pageBytes = 300_000;

interface UnchangingSite {
  communities: number;
  /** The number of houses in each community. */
  pages: number;
}

/** Starts a listing site whose pages are all full of houses, and never change. */
export async function startUnchangingSite({ communities: count, pages: pagesEach }: UnchangingSite) {
  const [first] = communities;
  if (!first) throw new Error('The demo city has no community');
  const pages = new Map<string, string>();
  const server = createServer(({ url = '' }, response) => {
    const page = pages.get(url);
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const all = Array.from({ length: count }, (_, index) => ({ ...first, id: `1199027400${String(100 + index)}` }));
  for (const community of all) for (const [path, page] of pagesOf(community, pagesEach, origin)) pages.set(path, page);
  return {
    origin,
    resblockIds: all.map(({ id }) => id),
    rowsOnPage,
    pageBytes: Math.max(...[...pages.values()].map((page) => Buffer.byteLength(page))),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function pagesOf(community: Community, totalPages: number, origin: string) {
  const nowMs = Date.now();
  const declaredTotal = totalPages * rowsOnPage;
  return Array.from({ length: totalPages }, (_, index): [string, string] => {
    const serials = Array.from({ length: rowsOnPage }, (_row, row) => index * rowsOnPage + row + 1);
    const rows = serials.map((serial) => ({ community, listing: newListing(community, serial, nowMs) }));
    const page = index + 1;
    return [
      listPath(community, page),
      grown(listPage({ origin, community, rows, page, totalPages, declaredTotal, adverts: 3, nowMs })),
    ];
  });
}

/** The real site's pages are mostly links of its filters and footer, and scripts: about three to two. */
function grown(page: string): string {
  const missing = pageBytes - Buffer.byteLength(page);
  const link = '<li><a href="/ershoufang/hetang/" title="云州荷塘在售二手房">荷塘</a></li>';
  const script = `<script>var places = ${JSON.stringify(Array.from({ length: 500 }, (_, index) => `place-${index}`))};</script>`;
  const many = (text: string, share: number) => text.repeat(Math.floor((missing * share) / Buffer.byteLength(text)));
  const footer = '<div class="footer">';
  return page.replace(footer, `<div class="filter"><ul>${many(link, 0.6)}</ul></div>${many(script, 0.4)}${footer}`);
}
