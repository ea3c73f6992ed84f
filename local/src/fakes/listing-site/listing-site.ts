import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { cities, type City } from './city/cities.ts';
import type { Community } from './city/communities.ts';
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

/** Starts the demo cities on 127.0.0.1, each at a port of its own. */
export async function startListingSite({ dataDir, clock, port, slowAnswerMs = 12_000 }: ListingSiteOptions) {
  const state = loadState(dataDir, clock.now());
  state.starts.push(clock.now());
  const wanted = [port ?? state.port, ...state.otherPorts];
  const sites: CitySite[] = [];
  for (const [index, city] of cities.entries()) {
    const site = { city, origin: '', houses: demoCity(city, state.foundedAtMs) };
    const server = createServer((request, response) => {
      answer(site, request, response).catch(() => response.destroy());
    });
    const orAnyPort = index > 0 || port === undefined;
    site.origin = `http://127.0.0.1:${await listen(server, wanted[index], { orAnyPort })}`;
    sites.push({ ...site, server });
  }
  const [first = 0, ...others] = sites.map(({ origin }) => Number(new URL(origin).port));
  Object.assign(state, { port: first, otherPorts: others });
  saveState(dataDir, state);
  const origins = sites.map(({ origin }) => origin);

  const conditions = (): CityConditions => ({
    nowMs: clock.now(),
    starts: state.starts,
    pushes: state.pushes,
    mode: state.mode,
  });

  async function answer(site: Served, request: IncomingMessage, response: ServerResponse) {
    const { origin, city, houses } = site;
    const path = new URL(request.url ?? '/', origin).pathname;
    if (path === '/' || path === '/xiaoqu/') {
      const houseCount = (community: Community) => houses.count(community, conditions());
      const elsewhere = new Map(sites.filter((each) => each.city !== city).map((each) => [each.origin, each.city]));
      return send(response, 200, indexPage({ city, houseCount, mode: state.mode, others: elsewhere }));
    }
    if (path === '/demo.css') return send(response, 200, stylesheet, 'text/css');
    if (path === '/login') return send(response, 200, loginPage(signInUrl(site, request)));
    if (path === '/sign-in') return signIn(site, request, response);
    if (state.mode === 'slow') await wait(slowAnswerMs, undefined, { ref: false });
    if (state.mode === 'captcha') return send(response, 200, captchaPage);
    if (state.mode === 'forbidden') return send(response, 403, forbiddenPage);
    // RFC 6585, section 4.
    if (state.mode === 'busy') return send(response, 429, forbiddenPage);
    if (state.mode === 'login' && !isReader(request)) {
      const service = encodeURIComponent(`${origin}${path}`);
      response.setHeader('location', `http://clogin.localhost:${new URL(origin).port}/login?service=${service}`);
      return send(response, 302, '');
    }
    const page = pageAt(site, path);
    if (page === undefined) return send(response, 404, notFoundPage);
    return send(response, 200, state.mode === 'garbled' && listRequestOf(path) ? page.slice(0, cutAt(page)) : page);
  }

  function pageAt({ origin, houses }: Served, path: string) {
    const list = listRequestOf(path);
    const sold = /^\/chengjiao\/(?:pg([1-9]\d?))?c(\d+)\/?$/.exec(path);
    const communityId = list?.communityId ?? sold?.[2] ?? /^\/xiaoqu\/(\d+)\/?$/.exec(path)?.[1];
    const community = communityId === undefined ? undefined : houses.community(communityId);
    if (community && list) return houses.list(origin, community, list, conditions());
    if (community && sold) return houses.sold(origin, community, Number(sold[1] ?? 1), conditions());
    if (community) return communityPage(community, houses.count(community, conditions()));
    const houseId = /^\/ershoufang\/(\d+)\.html$/.exec(path)?.[1];
    const house = houseId === undefined ? undefined : houses.find(houseId, conditions());
    return house && housePage(house.community, house.listing);
  }

  return {
    /** The first city, which the app is configured with. */
    origin: origins[0] ?? '',
    origins,
    get mode() {
      return state.mode;
    },
    setMode(mode: string) {
      if (!isListingMode(mode)) throw new RangeError(`the listing site has no mode '${mode}'`);
      state.mode = mode;
      if (mode === 'change') state.pushes.push(clock.now());
      saveState(dataDir, state);
    },
    close: async () => void (await Promise.all(sites.map(({ server }) => closed(server)))),
  };
}

interface Served {
  city: City;
  origin: string;
  houses: ReturnType<typeof demoCity>;
}

interface CitySite extends Served {
  server: Server;
}

/** Returns the page that a person wanted to see; the index for any address outside this site. */
function serviceOf({ origin }: Served, { url = '/' }: IncomingMessage) {
  const service = new URL(url, origin).searchParams.get('service') ?? '';
  return service.startsWith(`${origin}/`) ? service : `${origin}/`;
}

/** The login is on another host, whose cookie the lists would not get. */
const signInUrl = (site: Served, request: IncomingMessage) =>
  `${site.origin}/sign-in?service=${encodeURIComponent(serviceOf(site, request))}`;

function signIn(site: Served, request: IncomingMessage, response: ServerResponse) {
  response.setHeader('set-cookie', `${readerCookie}; Path=/; HttpOnly; SameSite=Lax`);
  response.setHeader('location', serviceOf(site, request));
  return send(response, 302, '');
}

/** Parses `/ershoufang/c1/`, `/ershoufang/pg2c1/` and, with the newest houses first, `/ershoufang/pg2co32c1/`. */
function listRequestOf(path: string): (ListRequest & { communityId: string }) | undefined {
  const [, page = '1', order, communityId] = /^\/ershoufang\/(?:pg([1-9]\d{0,4}))?(co\d+)?c(\d+)\/?$/.exec(path) ?? [];
  return communityId === undefined ? undefined : { communityId, page: Number(page), newestFirst: order === 'co32' };
}

const readerCookie = 'demo-reader=yes';

const isReader = ({ headers }: IncomingMessage) => headers.cookie?.split('; ').includes(readerCookie) === true;

/** Returns a position in the middle of a row, as when a connection breaks behind a proxy. */
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
