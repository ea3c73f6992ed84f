import { createServer } from 'node:http';
import { communities } from 'local/fakes/listing-site/city';
import { newListing } from 'local/fakes/listing-site/listing';
import { listPage, rowsOnPage } from 'local/fakes/listing-site/list-page';
import { listen } from 'local/listen';

/** As long as the longest pages of the real site. */
const pageBytes = 300_000;

/** A listing site that knows one page, full of houses, which never changes. */
export async function startOnePageSite() {
  let page = '';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const [community] = communities;
  if (!community) throw new Error('The demo city has no community');
  const nowMs = Date.now();
  const rows = Array.from({ length: rowsOnPage }, (_, index) => ({
    community,
    listing: newListing(community, index + 1, nowMs),
  }));
  page = grown(
    listPage({ origin, community, rows, page: 1, totalPages: 1, declaredTotal: rowsOnPage, adverts: 3, nowMs }),
  );
  return {
    origin,
    resblockId: community.id,
    pageBytes: Buffer.byteLength(page),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
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
