import type { Listing } from '../houses/house.ts';
import {
  type CommunityNames,
  type ListPage,
  type ListRow,
  type Refusal,
  refusalReasons,
  type SiteAnswer,
} from '../listing-site/site-adapter.ts';
import type { SiteSignal } from '../site-limiter/circuit-breaker.ts';
import { maxWaitMs } from '../site-limiter/site-limiter.ts';

export const crawlOutcomes = ['OK', 'OK_EMPTY', 'BLOCKED', 'INCOMPLETE', 'FAILED', 'GONE'] as const;
export type CrawlOutcome = (typeof crawlOutcomes)[number];

export interface CrawlConclusion {
  outcome: CrawlOutcome;
  reason: string | null;
}

/** The progress of reading one community, page by page. `step` counts the pages done, to recognize repeated messages. */
export interface Crawl {
  step: number;
  nextPage: number;
  totalPages: number;
  declaredTotal: number | null;
  /** The community's own rows on the pages so far. A house that was shown twice counts twice. */
  rows: number;
  seen: ReadonlySet<string>;
  tries: number;
  /** Set by a page that could not be read in full: the crawl continues, but does not count as complete. */
  incompleteReason: string | null;
  result: CrawlConclusion | null;
}

export const newCrawl: Crawl = {
  step: 0,
  nextPage: 1,
  totalPages: 1,
  declaredTotal: null,
  rows: 0,
  seen: new Set(),
  tries: 0,
  incompleteReason: null,
  result: null,
};

/** The content of a page, and the crawl after it. */
export interface PageOutcome {
  crawl: Crawl;
  listings: Listing[];
  names: CommunityNames | undefined;
  /** Above 0 when the site asked to come back later and the step is tried again. */
  waitMs: number;
  signal: SiteSignal;
}

const maxTries = 3;
/** The site shows no page after the hundredth. */
const maxPages = 100;

export function processAnswer(answer: SiteAnswer, resblockId: string, before: Crawl): PageOutcome {
  const crawl = { ...before, step: before.step + 1 };
  const empty = { listings: [], names: undefined, waitMs: 0, signal: 'unknown' as const };
  if (answer.kind === 'page') return processPage(answer.page, resblockId, crawl);
  if (answer.kind === 'notFound') {
    return { ...empty, crawl: endCrawl(crawl, 'FAILED', 'The listing site does not have this page.') };
  }

  const waitMs = answer.retryAfterMs ?? Infinity;
  if (waitMs <= maxWaitMs && crawl.tries + 1 < maxTries) {
    return { ...empty, waitMs, crawl: { ...crawl, tries: crawl.tries + 1 } };
  }
  if (answer.kind === 'failed') return { ...empty, crawl: endCrawl(crawl, 'FAILED', answer.reason) };
  return processRefusal(crawl, answer.refusal);
}

/** A redirect to an unknown address concerns one page only. Every other refusal opens the circuit breaker. */
function processRefusal(crawl: Crawl, refusal: Refusal): PageOutcome {
  const isBlocked = refusal !== 'redirected';
  return {
    crawl: endCrawl(crawl, isBlocked ? 'BLOCKED' : 'FAILED', refusalReasons[refusal]),
    listings: [],
    names: undefined,
    waitMs: 0,
    signal: isBlocked ? 'blocked' : 'unknown',
  };
}

function processPage(page: ListPage, resblockId: string, crawl: Crawl): PageOutcome {
  if (page.class === 'list' || page.class === 'empty') return processList(page, resblockId, crawl);
  if (page.class !== 'unknown') return processRefusal(crawl, page.class);
  const unreadable = endCrawl(crawl, 'INCOMPLETE', `Page ${crawl.nextPage} could not be read.`);
  return { crawl: unreadable, listings: [], names: undefined, waitMs: 0, signal: 'unknown' };
}

function processList(page: ListPage, resblockId: string, crawl: Crawl): PageOutcome {
  // A list that fits on one page may come without a pager.
  if (page.class === 'list' && (page.page ?? 1) !== crawl.nextPage) {
    const reason = `The listing site showed another page instead of page ${crawl.nextPage}.`;
    return { crawl: endCrawl(crawl, 'INCOMPLETE', reason), listings: [], names: undefined, waitMs: 0, signal: 'ok' };
  }
  const own = page.rows.filter((row) => row.resblockId === resblockId);
  const listings = distinct(own.flatMap((row) => listingOf(row, resblockId) ?? []));
  const totalPages = Math.min(page.totalPages ?? crawl.totalPages, maxPages);
  const after: Crawl = {
    ...crawl,
    tries: 0,
    nextPage: crawl.nextPage + 1,
    totalPages,
    declaredTotal: page.declaredTotal ?? crawl.declaredTotal,
    rows: crawl.rows + own.length,
    seen: new Set([...crawl.seen, ...own.map(({ houseId }) => houseId)]),
    incompleteReason: crawl.incompleteReason ?? findIncompleteReason(page, own, crawl.nextPage),
  };
  const names = namesOnPage(page, resblockId);
  const isLast = page.class === 'empty' || crawl.nextPage >= totalPages;
  return { crawl: isLast ? concludeCrawl(after) : after, listings, names, waitMs: 0, signal: 'ok' };
}

function findIncompleteReason(page: ListPage, own: ListRow[], pageNumber: number): string | null {
  if (page.class === 'empty') return pageNumber === 1 ? null : `Page ${pageNumber} was empty.`;
  if (page.declaredTotal === undefined) return `Page ${pageNumber} does not say how many houses there are.`;
  const unreadable = own.filter((row) => !listingOf(row, '')).length;
  return unreadable === 0 ? null : `${unreadable} of ${own.length} houses on page ${pageNumber} could not be read.`;
}

function concludeCrawl(crawl: Crawl): Crawl {
  const { declaredTotal, rows, incompleteReason } = crawl;
  if (incompleteReason !== null) return endCrawl(crawl, 'INCOMPLETE', incompleteReason);
  if (rows !== declaredTotal) {
    return endCrawl(crawl, 'INCOMPLETE', `The listing site lists ${declaredTotal ?? 'no'} houses but showed ${rows}.`);
  }
  return endCrawl(crawl, rows === 0 ? 'OK_EMPTY' : 'OK', null);
}

export const endCrawl = (crawl: Crawl, outcome: CrawlOutcome, reason: string | null): Crawl => ({
  ...crawl,
  result: { outcome, reason },
});

export const isComplete = (outcome: CrawlOutcome) => outcome === 'OK' || outcome === 'OK_EMPTY';

/** A community that was removed during its crawl does not count as a failure. */
export const isFailure = (outcome: CrawlOutcome) => !isComplete(outcome) && outcome !== 'GONE';

/** True when no house moved between pages during the crawl. Only then does one absence count in full. */
export const isExact = ({ seen, declaredTotal, result }: Crawl) =>
  result !== null && isComplete(result.outcome) && seen.size === declaredTotal;

function listingOf({ price, title, houseId, description, tags, unitPrice }: ListRow, resblockId: string) {
  if (price === undefined || title === '') return undefined;
  return { houseId, resblockId, title, description, tags, price, unitPrice };
}

/** Keeps the first of each, because a page may show a house twice. */
const distinct = (listings: Listing[]) => {
  const seen = new Set<string>();
  return listings.filter(({ houseId }) => !seen.has(houseId) && seen.add(houseId));
};

/** The breadcrumb has all three names of a community, its rows have two. */
export function namesOnPage(page: ListPage, resblockId: string): CommunityNames | undefined {
  if (page.resblockId === resblockId && page.names.name !== '') return page.names;
  const row = page.rows.find((each) => each.resblockId === resblockId);
  return row && { name: row.resblockName, districtName: '', bizcircleName: row.bizcircleName };
}
