import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { communityOf } from './city/communities.ts';
import { demoCity, type ListRequest, type CityConditions } from './city/demo-city.ts';
import { loadState, saveState } from './saved-state.ts';
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
  /** Holds the state that survives a restart. */
  dataDir: string;
  clock: { now(): number };
  /** The default is the port of the last start, or a free one. */
  port?: number;
  /** The delay of an answer in the mode `slow`. It is longer than a reader waits. */
  slowAnswerMs?: number;
}

/** Starts the demo city on 127.0.0.1. */
export async function startListingSite({ dataDir, clock, port, slowAnswerMs = 12_000 }: ListingSiteOptions) {
  const state = loadState(dataDir, clock.now());
  state.starts.push(clock.now());
  const city = demoCity(state.foundedAtMs);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  state.port = await listen(server, port ?? state.port, { orAnyPort: port === undefined });
  saveState(dataDir, state);
  const origin = `http://127.0.0.1:${state.port}`;

  const conditions = (): CityConditions => ({
    nowMs: clock.now(),
    starts: state.starts,
    pushes: state.pushes,
    mode: state.mode,
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? '/', origin).pathname;
    if (path === '/')
      return send(
        response,
        200,
        indexPage((community) => city.count(community, conditions()), state.mode),
      );
    if (path === '/demo.css') return send(response, 200, stylesheet, 'text/css');
    if (path === '/login') return send(response, 200, loginPage(signInUrl(request)));
    if (path === '/sign-in') return signIn(request, response);
    if (state.mode === 'slow') await wait(slowAnswerMs, undefined, { ref: false });
    if (state.mode === 'captcha') return send(response, 200, captchaPage);
    if (state.mode === 'forbidden') return send(response, 403, forbiddenPage);
    // RFC 6585, section 4.
    if (state.mode === 'busy') return send(response, 429, forbiddenPage);
    if (state.mode === 'login' && !isReader(request)) {
      const service = encodeURIComponent(`${origin}${path}`);
      response.setHeader('location', `http://clogin.localhost:${state.port}/login?service=${service}`);
      return send(response, 302, '');
    }
    const page = pageAt(path);
    if (page === undefined) return send(response, 404, notFoundPage);
    return send(response, 200, state.mode === 'garbled' && listRequestOf(path) ? page.slice(0, cutAt(page)) : page);
  }

  /** The page that a person wanted to see; the index for any address outside this site. */
  function serviceOf({ url = '/' }: IncomingMessage) {
    const service = new URL(url, origin).searchParams.get('service') ?? '';
    return service.startsWith(`${origin}/`) ? service : `${origin}/`;
  }

  /** The login is on another host, whose cookie the lists would not get. */
  const signInUrl = (request: IncomingMessage) => `${origin}/sign-in?service=${encodeURIComponent(serviceOf(request))}`;

  function signIn(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('set-cookie', `${readerCookie}; Path=/; HttpOnly; SameSite=Lax`);
    response.setHeader('location', serviceOf(request));
    return send(response, 302, '');
  }

  function pageAt(path: string) {
    const list = listRequestOf(path);
    const communityId = list?.communityId ?? /^\/xiaoqu\/(\d+)\/?$/.exec(path)?.[1];
    const community = communityId === undefined ? undefined : communityOf(communityId);
    if (community && list) return city.list(origin, community, list, conditions());
    if (community) return communityPage(community, city.count(community, conditions()));
    const houseId = /^\/ershoufang\/(\d+)\.html$/.exec(path)?.[1];
    const house = houseId === undefined ? undefined : city.find(houseId, conditions());
    return house && housePage(house.community, house.listing);
  }

  return {
    origin,
    get mode() {
      return state.mode;
    },
    setMode(mode: string) {
      if (!isListingMode(mode)) throw new RangeError(`the listing site has no mode '${mode}'`);
      state.mode = mode;
      if (mode === 'change') state.pushes.push(clock.now());
      saveState(dataDir, state);
    },
    close: () => closed(server),
  };
}

/** Parses `/ershoufang/c1/`, `/ershoufang/pg2c1/` and, with the newest houses first, `/ershoufang/pg2co32c1/`. */
function listRequestOf(path: string): (ListRequest & { communityId: string }) | undefined {
  const [, page = '1', order, communityId] = /^\/ershoufang\/(?:pg([1-9]\d{0,4}))?(co\d+)?c(\d+)\/?$/.exec(path) ?? [];
  return communityId === undefined ? undefined : { communityId, page: Number(page), newestFirst: order === 'co32' };
}

const readerCookie = 'demo-reader=yes';

const isReader = ({ headers }: IncomingMessage) => headers.cookie?.split('; ').includes(readerCookie) === true;

/** A position in the middle of a row, as when a connection breaks behind a proxy. */
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
