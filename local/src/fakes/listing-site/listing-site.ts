import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { communityOf } from './city/communities.ts';
import { demoCity, type ListRequest, type Moment } from './city/demo-city.ts';
import { recall, remember } from './saved-state.ts';
import { isListingMode } from './modes.ts';
import {
  captchaPage,
  communityPage,
  forbiddenPage,
  housePage,
  indexPage,
  loginPage,
  notFoundPage,
  stylesheet,
} from './pages/other-pages.ts';
import { listen } from '../../http/listen.ts';

export interface ListingSiteOptions {
  /** Where it remembers when the city was founded and what was asked of it. */
  dataDir: string;
  clock: { now(): number };
  /** Default: the port it had the last time, or a free one. */
  port?: number;
  /** How long an answer takes in the mode `slow`: longer than a reader should wait. */
  slowAnswerMs?: number;
}

/** Starts the demo city on 127.0.0.1. `setMode` throws on a mode that does not exist. */
export async function startListingSite({ dataDir, clock, port, slowAnswerMs = 12_000 }: ListingSiteOptions) {
  const memory = recall(dataDir, clock.now());
  memory.starts.push(clock.now());
  const city = demoCity(memory.foundedAtMs);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  memory.port = await listen(server, port ?? memory.port, { orAnyPort: port === undefined });
  remember(dataDir, memory);
  const origin = `http://127.0.0.1:${memory.port}`;

  const moment = (): Moment => ({
    nowMs: clock.now(),
    starts: memory.starts,
    pushes: memory.pushes,
    someRemoved: memory.mode === 'remove',
    pricesMissing: memory.mode === 'garbled',
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? '/', origin).pathname;
    if (path === '/')
      return send(
        response,
        200,
        indexPage((community) => city.count(community, moment()), memory.mode),
      );
    if (path === '/demo.css') return send(response, 200, stylesheet, 'text/css');
    if (path === '/login') return send(response, 200, loginPage);
    if (memory.mode === 'slow') await wait(slowAnswerMs, undefined, { ref: false });
    if (memory.mode === 'captcha') return send(response, 200, captchaPage);
    if (memory.mode === 'forbidden') return send(response, 403, forbiddenPage);
    if (memory.mode === 'login') {
      const service = encodeURIComponent(`${origin}${path}`);
      response.setHeader('location', `http://clogin.localhost:${memory.port}/login?service=${service}`);
      return send(response, 302, '');
    }
    const page = pageAt(path);
    if (page === undefined) return send(response, 404, notFoundPage);
    return send(response, 200, memory.mode === 'garbled' && listRequestOf(path) ? page.slice(0, cutAt(page)) : page);
  }

  function pageAt(path: string) {
    const list = listRequestOf(path);
    const communityId = list?.communityId ?? /^\/xiaoqu\/(\d+)\/?$/.exec(path)?.[1];
    const community = communityId === undefined ? undefined : communityOf(communityId);
    if (community && list) return city.list(origin, community, list, moment());
    if (community) return communityPage(community, city.count(community, moment()));
    const houseId = /^\/ershoufang\/(\d+)\.html$/.exec(path)?.[1];
    const house = houseId === undefined ? undefined : city.find(houseId, moment());
    return house && housePage(house.community, house.listing);
  }

  return {
    origin,
    get mode() {
      return memory.mode;
    },
    setMode(mode: string) {
      if (!isListingMode(mode)) throw new RangeError(`the listing site has no mode '${mode}'`);
      memory.mode = mode;
      if (mode === 'change') memory.pushes.push(clock.now());
      remember(dataDir, memory);
    },
    close: () => closed(server),
  };
}

/** `/ershoufang/c1/`, `/ershoufang/pg2c1/`, and the same in another order: `/ershoufang/pg2co32c1/`. */
function listRequestOf(path: string): (ListRequest & { communityId: string }) | undefined {
  const [, page = '1', order, communityId] = /^\/ershoufang\/(?:pg([1-9]\d{0,4}))?(co\d+)?c(\d+)\/?$/.exec(path) ?? [];
  return communityId === undefined ? undefined : { communityId, page: Number(page), newestFirst: order === 'co32' };
}

/** In the middle of a row, as when a connection breaks behind a proxy that does not tell. */
const cutAt = (page: string) => Math.floor((page.indexOf('contentBottom') + page.indexOf('sellListContent')) / 2);

function send(response: ServerResponse, status: number, body: string, type = 'text/html') {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
  response.end(body);
}

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
