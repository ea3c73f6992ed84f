import type { SiteAnswer } from './crawl.ts';
import type { ListPage } from './site/list-page.ts';
import type { ListingSite } from './ports.ts';
import { refusalOfRedirect } from './site/refusal.ts';
import { PageRefused, type SiteResponse, siteRequest } from './site/request.ts';

const answerWithinMs = 10_000;
const mostRedirects = 3;

/** Lianjia's site of one city, or any that shows its pages at the same addresses. Reads what everybody may read, and goes away when told to. */
export function listingSite(configured: string, now: () => Date): ListingSite {
  const { origin } = new URL(configured);
  return {
    origin,
    async page(resblockId, page, withinMs = answerWithinMs) {
      const url = new URL(`/ershoufang/${page === 1 ? '' : `pg${page}`}c${resblockId}/`, origin);
      const signal = AbortSignal.timeout(withinMs);
      try {
        return await answerOf(url, signal, now);
      } catch (error) {
        return { kind: 'failed', reason: signal.aborted ? 'The site did not answer in time.' : reasonOf(error) };
      }
    },
  };
}

async function answerOf(start: URL, signal: AbortSignal, now: () => Date): Promise<SiteAnswer> {
  let url = start;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    // The parser is the largest part of this function, and there is time for it while the site answers.
    const [response, { readListPage }] = await Promise.all([siteRequest(url, signal), import('./site/list-page.ts')]);
    const { status, headers } = response;
    if (status < 300 || status > 399) return answerOfResponse(response, readListPage, now().getTime());
    if (headers.location === undefined || !URL.canParse(headers.location, url.href)) break;
    url = new URL(headers.location, url);
    const refusal = refusalOfRedirect(url);
    // Its own addresses may move; another host, or a challenge, is no page of a community.
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

/** The site writes UTF-8; copies and relatives of it write what Chinese pages were written in before. */
function decoded(body: Buffer, contentType: string): string {
  const declared = `${contentType} ${body.subarray(0, 1024).toString('latin1')}`;
  const isOld = /charset=["']?\s*(gb2312|gbk|gb18030)/i.test(declared);
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
