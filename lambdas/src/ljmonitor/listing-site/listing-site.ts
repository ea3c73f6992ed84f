import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isListingOrigin, isSameSite } from 'shared-types/rules/monitor/listing-sites';
import { parseAddress } from './page-address.ts';
import { PageRejected, requestPage, type SiteResponse } from './request.ts';
import type { HousePage, ListPage, PageAddress, SiteAdapter, SiteAnswer, SiteOrigin } from './site-adapter.ts';

/** The site that houses are read from. `page` never throws for anything that a site may do. */
export interface ListingSite {
  /** URLs are built from ids and never taken from a page. */
  houseUrl(houseId: string, origin?: SiteOrigin): string;
  resblockUrl(resblockId: string, origin?: SiteOrigin): string;
  listUrl(resblockId: string, page: number, origin?: SiteOrigin): string;
  /** Reads the address of a page that a user has opened. */
  addressOf(url: string): PageAddress;
  /** Parses a page that a user has opened. */
  parse(html: string): Promise<ListPage>;
  /** The hash of the owner's cookie for the site; undefined without one. */
  cookieHash: () => Promise<string | undefined>;
  page: (resblockId: string, page: number, withinMs?: number, origin?: SiteOrigin) => Promise<SiteAnswer>;
  /** Reads the page of a house, which names its community. */
  housePage: (houseId: string, origin: SiteOrigin) => Promise<SiteAnswer<HousePage>>;
  /**
   * Returns the origin to store for a community that is read from this one: null for the configured one. Undefined when it is
   * no listing site.
   */
  siteOriginOf(origin: string): SiteOrigin | undefined;
}

const requestTimeoutMs = 10_000;
const maxRedirects = 3;

interface Options {
  now: () => Date;
  /** The cookie of the owner's own browser; undefined for none. */
  cookie?: (() => Promise<string | undefined>) | undefined;
}

/** Creates the client of a listing site. It reads what its owner may read, and stops when the site refuses. */
export function listingSite(adapter: SiteAdapter, configured: string, options: Options): ListingSite {
  const { origin: ownOrigin } = new URL(configured);

  async function readPage<Page>(
    path: string,
    origin: SiteOrigin | undefined,
    loadParser: LoadParser<Page>,
    withinMs = requestTimeoutMs,
  ): Promise<SiteAnswer<Page>> {
    const url = new URL(path, origin ?? ownOrigin);
    // AbortSignal.timeout would keep a page in memory long after it was read.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), withinMs);
    try {
      const cookie = isSameSite(url.origin, ownOrigin) ? options.cookie : undefined;
      return await fetchPage(adapter, url, loadParser, { signal: timeout.signal, ...options, cookie });
    } catch (error) {
      const isLate = timeout.signal.aborted;
      return { kind: 'failed', reason: isLate ? 'The listing site did not respond in time.' : failureReason(error) };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    houseUrl: (houseId, origin) => `${origin ?? ownOrigin}${adapter.housePath(houseId)}`,
    resblockUrl: (resblockId, origin) => `${origin ?? ownOrigin}${adapter.resblockPath(resblockId)}`,
    listUrl: (resblockId, page, origin) => `${origin ?? ownOrigin}${adapter.listPath(resblockId, page)}`,
    siteOriginOf(origin) {
      if (!isListingOrigin(origin, ownOrigin)) return undefined;
      return origin === ownOrigin ? null : origin;
    },
    addressOf: (url) => parseAddress(adapter, url, ownOrigin),
    async parse(html) {
      const parse = await adapter.loadParser();
      // DynamoDB refuses a text with half of a surrogate pair.
      return parse(html.toWellFormed());
    },
    async cookieHash() {
      const cookie = options.cookie && (await readCookie(options.cookie).catch(() => undefined));
      return cookie && createHash('sha256').update(cookie).digest('base64url').slice(0, 16);
    },
    page: (resblockId, page, withinMs, origin) =>
      readPage(adapter.listPath(resblockId, page), origin, () => adapter.loadParser(), withinMs),
    housePage: (houseId, origin) => readPage(adapter.housePath(houseId), origin, () => adapter.loadHouseParser()),
  };
}

/** The site is not asked without the configured cookie, because it would refuse the request. */
async function readCookie(get: NonNullable<Options['cookie']>): Promise<string> {
  const cookie = (await get().catch(() => undefined))?.trim();
  if (!cookie || !isHeaderValue(cookie))
    throw new PageRejected('The cookie for the listing site is missing or invalid.');
  return cookie;
}

const isHeaderValue = (text: string) => /^[\x20-\x7e]+$/.test(text);

type LoadParser<Page> = () => Promise<(html: string) => Page>;

async function fetchPage<Page>(
  adapter: SiteAdapter,
  start: URL,
  loadParser: LoadParser<Page>,
  { signal, now, cookie: getCookie }: Options & { signal: AbortSignal },
): Promise<SiteAnswer<Page>> {
  const cookie = getCookie && (await readCookie(getCookie));
  let url = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const [response, parse] = await Promise.all([requestPage(url, { signal, cookie }), loadParser()]);
    const { status, headers } = response;
    if (status < 300 || status > 399) return toSiteAnswer(response, parse, now().getTime());
    if (headers.location === undefined || !URL.canParse(headers.location, url.href)) break;
    url = new URL(headers.location, url);
    const refusal = adapter.refusalOfRedirect(url);
    // The site may move its own pages. Another host or a challenge is not followed, and never gets the cookie.
    if (url.origin !== start.origin || refusal !== 'redirected') return { kind: 'refused', refusal };
  }
  return { kind: 'failed', reason: 'The listing site redirected too many times.' };
}

function toSiteAnswer<Page>(
  { status, headers, body }: SiteResponse,
  parse: (html: string) => Page,
  nowMs: number,
): SiteAnswer<Page> {
  const retryAfterMs = parseRetryAfter(headers['retry-after'], nowMs);
  switch (status) {
    case 200:
      return { kind: 'page', page: parse(decode(body, headers['content-type'] ?? '')) };
    case 404:
    case 410:
      return { kind: 'notFound' };
    case 401:
      return { kind: 'refused', refusal: 'login' };
    case 403:
    case 418:
      return { kind: 'refused', refusal: 'banned', retryAfterMs };
    case 429:
      return { kind: 'refused', refusal: 'throttled', retryAfterMs };
    default:
      return { kind: 'failed', reason: `The listing site answered with status ${status}.`, retryAfterMs };
  }
}

/**
 * The site uses UTF-8, but copies and sister sites of it may use GB 18030. Bytes that are valid UTF-8 are taken as such
 * whatever the page declares, because Chinese text in GB 18030 is practically never valid UTF-8.
 */
function decode(body: Buffer, contentType: string): string {
  const declared = `${contentType} ${body.subarray(0, 1024).toString('latin1')}`;
  const isOld = /charset=["']?\s*(gb2312|gbk|gb18030)/i.test(declared) && !isUtf8(body);
  return new TextDecoder(isOld ? 'gb18030' : 'utf-8').decode(body);
}

/** The header has seconds or a date. */
function parseRetryAfter(retryAfter: string | undefined, nowMs: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(waitMs, 0) : undefined;
}

/** Returns a text for users. It never contains a network address. */
function failureReason(error: unknown): string {
  if (error instanceof PageRejected) return error.message;
  const code = typeof error === 'object' && error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return 'The listing site could not be reached.';
  const isUnpacking = /^(Z|ERR__ZLIB|ERR_BROTLI|ERR__ERROR)_/.test(code);
  return isUnpacking ? 'The listing site sent a broken page.' : `The listing site could not be reached (${code}).`;
}
