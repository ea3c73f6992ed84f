import { createServer } from 'node:http';
import { communities } from 'local/fakes/listing-site/city/communities';
import { listPage } from 'local/fakes/listing-site/pages/list-page';
import { loginPage } from 'local/fakes/listing-site/pages/other-pages';
import { soldPage } from 'local/fakes/listing-site/pages/sold-page';
import { listen } from 'local/http/listen';
import { plainListing } from '../plain-listing.ts';

const [anyCommunity] = communities;
const rowsOnPage = 2;

/** The day on which all houses were sold at the prices that they were offered for. */
const soldAtMs = Date.parse('2020-10-04T04:00:00Z');

/**
 * Starts a listing site whose houses a test sets. It has two houses on a page, in the site's real markup, on offer or sold. With
 * `signInCookie` it sends every reader without that cookie to its sign-in, as the real site does.
 */
export async function startScriptedListingSite({ signInCookie = '' } = {}) {
  const prices = new Map<string, number[]>();
  let isOpen = signInCookie === '';
  const server = createServer((request, response) => {
    if (!isOpen && request.headers.cookie !== signInCookie)
      return void (request.url === '/login'
        ? response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(loginPage())
        : response.writeHead(302, { location: '/login' }).end());
    const [, list, page = '1', id = ''] =
      /^\/(ershoufang|chengjiao)\/(?:pg(\d+))?c(\d+)\/$/.exec(request.url ?? '') ?? [];
    const houses = prices.get(id)?.map((price, index) => plainListing(`${id}${index}`, index, price));
    if (!houses || !anyCommunity) return void response.writeHead(404).end();
    const community = { ...anyCommunity, id, name: `Community ${id}` };
    const from = (Number(page) - 1) * rowsOnPage;
    const shown = houses.slice(from, from + rowsOnPage);
    const around = {
      origin,
      community,
      page: Number(page),
      totalPages: Math.max(1, Math.ceil(houses.length / rowsOnPage)),
      declaredTotal: houses.length,
    };
    const html =
      list === 'chengjiao'
        ? soldPage({
            ...around,
            sales: shown.map((listing) => ({ listing, soldAtMs, price: listing.price, isMasked: false })),
          })
        : listPage({ ...around, rows: shown.map((listing) => ({ community, listing })), nowMs: 0 });
    return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    /** Replaces the houses of a community. Each has an id from its position in the list, and this price. */
    setPrices: (resblockId: string, ...next: number[]) => void prices.set(resblockId, next),
    /** Shows its lists to everyone from now on. */
    open() {
      isOpen = true;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type ScriptedListingSite = Awaited<ReturnType<typeof startScriptedListingSite>>;
