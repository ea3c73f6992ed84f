import { isUtf8 } from 'node:buffer';
import type { SiteAnswer } from '../refresh/crawl.ts';
import type { ListingSite } from '../ports.ts';
import type { ListPage, SiteKind } from './site-adapter.ts';
import { PageRefused, type SiteResponse, siteRequest } from './request.ts';

const answerWithinMs = 10_000;
const mostRedirects = 3;

interface Options {
  now: () => Date;
  /** The owner's own, shown to the site as a browser of the owner's would; undefined for none. */
  cookie?: (() => Promise<string | undefined>) | undefined;
}

/** A site of this kind. Reads what its owner may read, and goes away when told to. */
export function listingSite(kind: SiteKind, configured: string, options: Options): ListingSite {
  const { origin } = new URL(configured);
  return {
    houseUrl: (houseId) => `${origin}${kind.housePath(houseId)}`,
    resblockUrl: (resblockId) => `${origin}${kind.resblockPath(resblockId)}`,
    async page(resblockId, page, withinMs = answerWithinMs) {
      const url = new URL(kind.listPath(resblockId, page), origin);
      // Not AbortSignal.timeout, which would hold on to a page long after it was read.
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), withinMs);
      try {
        return await answerOf(kind, url, { signal: patience.signal, ...options });
      } catch (error) {
        const isLate = patience.signal.aborted;
        return { kind: 'failed', reason: isLate ? 'The site did not answer in time.' : reasonOf(error) };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Without the cookie that its owner set, the site is not asked: it would only turn us away. */
async function cookieFrom(get: NonNullable<Options['cookie']>): Promise<string> {
  const cookie = (await get().catch(() => undefined))?.trim();
  if (!cookie || !isHeader(cookie)) throw new PageRefused('The cookie for the site is missing, or is none.');
  return cookie;
}

const isHeader = (text: string) => /^[\x20-\x7e]+$/.test(text);

async function answerOf(
  kind: SiteKind,
  start: URL,
  { signal, now, cookie: getCookie }: Options & { signal: AbortSignal },
): Promise<SiteAnswer> {
  const cookie = getCookie && (await cookieFrom(getCookie));
  let url = start;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const [response, read] = await Promise.all([siteRequest(url, { signal, cookie }), kind.loadReader()]);
    const { status, headers } = response;
    if (status < 300 || status > 399) return answerOfResponse(response, read, now().getTime());
    if (headers.location === undefined || !URL.canParse(headers.location, url.href)) break;
    url = new URL(headers.location, url);
    const refusal = kind.refusalOfRedirect(url);
    // Its own addresses may move; another host, or a challenge, is no page of a community, and sees no cookie.
    if (url.origin !== start.origin || refusal !== 'redirected') return { kind: 'refused', refusal };
  }
  return { kind: 'failed', reason: 'The site sent us around in circles.' };
}

function answerOfResponse(
  { status, headers, body }: SiteResponse,
  read: (html: string) => ListPage,
  nowMs: number,
): SiteAnswer {
  const retryAfterMs = waitIn(headers['retry-after'], nowMs);
  switch (status) {
    case 200:
      return { kind: 'page', page: read(decoded(body, headers['content-type'] ?? '')) };
    case 404:
    case 410:
      return { kind: 'notFound' };
    case 401:
      return { kind: 'refused', refusal: 'login' };
    case 403:
      return { kind: 'refused', refusal: 'banned', retryAfterMs };
    case 418:
    case 429:
      return { kind: 'refused', refusal: 'blocked', retryAfterMs };
    default:
      return { kind: 'failed', reason: `The site answered with status ${status}.`, retryAfterMs };
  }
}

/**
 * The site writes UTF-8; copies and relatives of it write what Chinese pages were written in before. What is UTF-8 is so
 * whatever it declares: Chinese in the older charsets never looks like it.
 */
function decoded(body: Buffer, contentType: string): string {
  const declared = `${contentType} ${body.subarray(0, 1024).toString('latin1')}`;
  const isOld = /charset=["']?\s*(gb2312|gbk|gb18030)/i.test(declared) && !isUtf8(body);
  return new TextDecoder(isOld ? 'gb18030' : 'utf-8').decode(body);
}

/** Seconds, or a date. */
function waitIn(retryAfter: string | undefined, nowMs: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs;
  return Number.isFinite(waitMs) ? Math.max(waitMs, 0) : undefined;
}

/** What a person may read about it: never an address of ours. */
function reasonOf(error: unknown): string {
  if (error instanceof PageRefused) return error.message;
  const code = typeof error === 'object' && error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? `The site could not be reached (${code}).` : 'The site could not be read.';
}
