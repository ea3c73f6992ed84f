import type { Listing } from '../houses/house.ts';
import {
  type CommunityNames,
  type ListPage,
  type ListRow,
  type Refusal,
  refusalReasons,
  type SiteAnswer,
  type SiteOrigin,
} from '../listing-site/site-adapter.ts';
import type { SiteSignal } from '../site-limiter/circuit-breaker.ts';
import { maxWaitMs } from '../site-limiter/site-limiter.ts';
import type { TextField } from './restyled-rows.ts';

/**
 * `GONE`: the community is no longer tracked. `NOT_FOUND`: the site has no such community. `POSTPONED`: the daily limit of
 * requests is used up, so the rest is read tomorrow.
 */
export const crawlOutcomes = [
  'OK',
  'OK_EMPTY',
  'BLOCKED',
  'INCOMPLETE',
  'FAILED',
  'GONE',
  'NOT_FOUND',
  'POSTPONED',
] as const;
export type CrawlOutcome = (typeof crawlOutcomes)[number];

export interface CrawlConclusion {
  outcome: CrawlOutcome;
  reason: string | null;
}

/** The progress of reading one community, page by page. `step` counts the pages done, to recognize repeated messages. */
export interface Crawl {
  /** The site that shows its pages. */
  origin: SiteOrigin;
  /** The time before its first page was asked for; 0 for a reading by hand, whose pages have times of their own. */
  startedAtMs: number;
  step: number;
  nextPage: number;
  totalPages: number;
  /** The number of houses in the community, according to the last page that said one. */
  declaredTotal: number | null;
  /** True when two pages declared different totals, so that houses may have moved past the reader. */
  totalChanged: boolean;
  /** True when a page after the first one showed a house that was not on offer before. */
  mayHaveSlid: boolean;
  /** The community's own rows on the pages so far. A house that was shown twice counts twice. */
  rows: number;
  seen: ReadonlySet<string>;
  tries: number;
  /** Set by a page that could not be read in full: the crawl continues, but does not count as complete. */
  incompleteReason: string | null;
  /** The texts of houses that the site writes in another style than before, according to the pages so far. */
  restyled: readonly TextField[];
  result: CrawlConclusion | null;
}

export const newCrawl: Crawl = {
  origin: null,
  startedAtMs: 0,
  step: 0,
  nextPage: 1,
  totalPages: 1,
  declaredTotal: null,
  totalChanged: false,
  mayHaveSlid: false,
  rows: 0,
  seen: new Set(),
  tries: 0,
  incompleteReason: null,
  restyled: [],
  result: null,
};

/** The content of a page, and the crawl after it. */
export interface PageOutcome {
  crawl: Crawl;
  /** The houses of the page. A house that it shows twice with different data is among them twice. */
  listings: Listing[];
  /** The houses that an earlier page of the crawl has shown. */
  seenBefore: ReadonlySet<string>;
  names: CommunityNames | undefined;
  /** Above 0 when the site asked to come back later and the step is tried again. */
  waitMs: number;
  signal: SiteSignal;
}

const maxTries = 3;

/** A community with this reason does not make a refresh a failure. */
export const notFoundReason = 'The listing site does not have this community.';

export function processAnswer(answer: SiteAnswer, resblockId: string, before: Crawl): PageOutcome {
  const crawl = { ...before, step: before.step + 1 };
  if (answer.kind === 'page') return processPage(answer.page, resblockId, crawl);
  if (answer.kind === 'notFound') {
    return withoutHouses(
      crawl.nextPage === 1
        ? endCrawl(crawl, 'NOT_FOUND', notFoundReason)
        : endCrawl(crawl, 'FAILED', `The listing site does not have page ${crawl.nextPage}.`),
    );
  }

  const waitMs = answer.retryAfterMs ?? Infinity;
  if (waitMs <= maxWaitMs && crawl.tries + 1 < maxTries) {
    return { ...withoutHouses({ ...crawl, tries: crawl.tries + 1 }), waitMs };
  }
  if (answer.kind === 'failed') return withoutHouses(endCrawl(crawl, 'FAILED', answer.reason));
  return processRefusal(crawl, answer.refusal);
}

const withoutHouses = (crawl: Crawl, signal: SiteSignal = 'unknown'): PageOutcome => ({
  crawl,
  listings: [],
  seenBefore: crawl.seen,
  names: undefined,
  waitMs: 0,
  signal,
});

/** A redirect to an unknown address concerns one page only. Every other refusal opens the circuit breaker. */
function processRefusal(crawl: Crawl, refusal: Refusal): PageOutcome {
  const isBlocked = refusal !== 'redirected';
  const ended = endCrawl(crawl, isBlocked ? 'BLOCKED' : 'FAILED', refusalReasons[refusal]);
  return withoutHouses(ended, isBlocked ? refusal : 'unknown');
}

function processPage(page: ListPage, resblockId: string, crawl: Crawl): PageOutcome {
  if (page.class === 'list' || page.class === 'empty') return processList(page, resblockId, crawl);
  if (page.class !== 'unknown') return processRefusal(crawl, page.class);
  return withoutHouses(endCrawl(crawl, 'INCOMPLETE', `Page ${crawl.nextPage} could not be read.`));
}

function processList(page: ListPage, resblockId: string, crawl: Crawl): PageOutcome {
  // A list that fits on one page may come without a pager.
  if (page.class === 'list' && (page.page ?? 1) !== crawl.nextPage) {
    const reason = `The listing site showed another page instead of page ${crawl.nextPage}.`;
    return withoutHouses(endCrawl(crawl, 'INCOMPLETE', reason), 'ok');
  }
  const own = page.rows.filter((row) => row.resblockId === resblockId);
  if (page.class === 'list' && own.length === 0 && page.rows.length > 0) {
    return withoutHouses(endCrawl(crawl, 'INCOMPLETE', foreignListReason(page, crawl.nextPage)), 'ok');
  }
  const totalPages = page.totalPages ?? crawl.totalPages;
  const after: Crawl = {
    ...crawl,
    tries: 0,
    nextPage: crawl.nextPage + 1,
    totalPages,
    declaredTotal: page.declaredTotal ?? crawl.declaredTotal,
    totalChanged: crawl.totalChanged || hasOtherTotal(page, crawl),
    rows: crawl.rows + own.length,
    seen: new Set([...crawl.seen, ...own.map(({ houseId }) => houseId)]),
    incompleteReason: crawl.incompleteReason ?? findIncompleteReason(page, own, crawl.nextPage),
  };
  const isLast = page.class === 'empty' || crawl.nextPage >= totalPages;
  return {
    crawl: isLast ? concludeCrawl(after) : after,
    listings: own.flatMap((row) => listingOf(row, resblockId) ?? []),
    seenBefore: crawl.seen,
    names: namesOnPage(page, resblockId),
    waitMs: 0,
    signal: 'ok',
  };
}

const hasOtherTotal = (page: ListPage, { declaredTotal }: Crawl) =>
  page.declaredTotal !== undefined && declaredTotal !== null && page.declaredTotal !== declaredTotal;

/** The site sometimes drops the filter and lists a whole city, which would be a hundred pages. */
function foreignListReason({ rows }: ListPage, pageNumber: number): string {
  const shown = rows.find(({ resblockName }) => resblockName !== '')?.resblockName;
  return `Page ${pageNumber} lists no house of this community, but houses of ${shown ?? 'other communities'}.`;
}

function findIncompleteReason(page: ListPage, own: ListRow[], pageNumber: number): string | null {
  if (page.class === 'empty') return pageNumber === 1 ? null : `Page ${pageNumber} was empty.`;
  const unreadable = own.filter((row) => !listingOf(row, '')).length;
  if (unreadable > 0) return `${unreadable} of ${own.length} houses on page ${pageNumber} could not be read.`;
  return page.declaredTotal === undefined ? `Page ${pageNumber} does not say how many houses there are.` : null;
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

export const isCompleteOutcome = (outcome: CrawlOutcome) => outcome === 'OK' || outcome === 'OK_EMPTY';

const failures: readonly CrawlOutcome[] = ['BLOCKED', 'INCOMPLETE', 'FAILED'];
export const isFailure = (outcome: CrawlOutcome) => failures.includes(outcome);

/**
 * Returns true when the crawl has shown every house that the site declares. A house that is sold between two pages
 * pulls another one over their edge, past the reader: then the numbers of rows and houses add up, but the pages declare
 * different totals.
 */
export const isExact = ({ seen, declaredTotal, totalChanged, result }: Crawl) =>
  result !== null && isCompleteOutcome(result.outcome) && !totalChanged && seen.size === declaredTotal;

function listingOf({ price, title, houseId, description, tags, unitPrice }: ListRow, resblockId: string) {
  if (price === undefined || title === '') return undefined;
  return { houseId, resblockId, title, description, tags, price, unitPrice };
}

/** The breadcrumb has all three names of a community, its rows have two. */
export function namesOnPage(page: ListPage, resblockId: string): CommunityNames | undefined {
  if (page.resblockId === resblockId && page.names.name !== '') return page.names;
  const row = page.rows.find((each) => each.resblockId === resblockId);
  return row && { name: row.resblockName, districtName: '', bizcircleName: row.bizcircleName };
}
