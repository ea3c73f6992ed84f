import { longestWaitMs, type Welcome } from '../site-limiter/site-limiter.ts';
import type { Listing } from '../houses/house.ts';
import { type ListPage, type ListRow, type Names, type Refusal, wordsFor } from '../listing-site/site-adapter.ts';

/** What came back for a page. */
export type SiteAnswer =
  | { kind: 'page'; page: ListPage }
  | { kind: 'refused'; refusal: Refusal; retryAfterMs?: number | undefined }
  | { kind: 'notFound' }
  | { kind: 'failed'; reason: string; retryAfterMs?: number | undefined };

export const outcomes = ['OK', 'OK_EMPTY', 'BLOCKED', 'INCOMPLETE', 'FAILED', 'GONE'] as const;
export type Outcome = (typeof outcomes)[number];

export interface Ending {
  outcome: Outcome;
  reason: string | null;
}

/** How far the reading of one community is. `step` counts what was done, so that a message done before is known by it. */
export interface Crawl {
  step: number;
  nextPage: number;
  totalPages: number;
  declaredTotal: number | null;
  /** Own rows on the pages so far, a house that was shown twice counted twice. */
  rows: number;
  seen: ReadonlySet<string>;
  tries: number;
  /** A page that did not count: the crawl goes on, but will not be complete. */
  flaw: string | null;
  ending: Ending | null;
}

export const newCrawl: Crawl = {
  step: 0,
  nextPage: 1,
  totalPages: 1,
  declaredTotal: null,
  rows: 0,
  seen: new Set(),
  tries: 0,
  flaw: null,
  ending: null,
};

/** What a page gave, and how far the crawl is after it. */
export interface Reading {
  crawl: Crawl;
  listings: Listing[];
  names: Names | undefined;
  /** The site asked us to come back later, and this step is worth a second try. */
  waitMs: number;
  /** Turned away, nobody should ask the site for a while. */
  welcome: Welcome;
}

const mostTries = 3;
/** The site shows no page after the hundredth. */
const lastPage = 100;

export function readingOf(answer: SiteAnswer, resblockId: string, before: Crawl): Reading {
  const crawl = { ...before, step: before.step + 1 };
  const nothing = { listings: [], names: undefined, waitMs: 0, welcome: 'unclear' as const };
  if (answer.kind === 'page') return readingOfPage(answer.page, resblockId, crawl);
  if (answer.kind === 'notFound') return { ...nothing, crawl: ended(crawl, 'FAILED', 'The site has no such page.') };

  const waitMs = answer.retryAfterMs ?? Infinity;
  if (waitMs <= longestWaitMs && crawl.tries + 1 < mostTries) {
    return { ...nothing, waitMs, crawl: { ...crawl, tries: crawl.tries + 1 } };
  }
  if (answer.kind === 'failed') return { ...nothing, crawl: ended(crawl, 'FAILED', answer.reason) };
  return refused(crawl, answer.refusal);
}

/** A redirect to some other place is a fault of one address; the rest says that the site does not want us at all. */
function refused(crawl: Crawl, refusal: Refusal): Reading {
  const isBlocked = refusal !== 'redirected';
  const ending = ended(crawl, isBlocked ? 'BLOCKED' : 'FAILED', wordsFor[refusal]);
  return { crawl: ending, listings: [], names: undefined, waitMs: 0, welcome: isBlocked ? 'turnedAway' : 'unclear' };
}

function readingOfPage(page: ListPage, resblockId: string, crawl: Crawl): Reading {
  if (page.class === 'list' || page.class === 'empty') return readingOfList(page, resblockId, crawl);
  if (page.class !== 'unknown') return refused(crawl, page.class);
  const unread = ended(crawl, 'INCOMPLETE', `Page ${crawl.nextPage} could not be read.`);
  return { crawl: unread, listings: [], names: undefined, waitMs: 0, welcome: 'unclear' };
}

function readingOfList(page: ListPage, resblockId: string, crawl: Crawl): Reading {
  // A list that fits on one page may come without a pager.
  if (page.class === 'list' && (page.page ?? 1) !== crawl.nextPage) {
    const reason = `The site showed another page than page ${crawl.nextPage}.`;
    return { crawl: ended(crawl, 'INCOMPLETE', reason), listings: [], names: undefined, waitMs: 0, welcome: 'served' };
  }
  const own = page.rows.filter((row) => row.resblockId === resblockId);
  const listings = distinct(own.flatMap((row) => listingOf(row, resblockId) ?? []));
  const totalPages = Math.min(page.totalPages ?? crawl.totalPages, lastPage);
  const after: Crawl = {
    ...crawl,
    tries: 0,
    nextPage: crawl.nextPage + 1,
    totalPages,
    declaredTotal: page.declaredTotal ?? crawl.declaredTotal,
    rows: crawl.rows + own.length,
    seen: new Set([...crawl.seen, ...own.map(({ houseId }) => houseId)]),
    flaw: crawl.flaw ?? flawOf(page, own, crawl.nextPage),
  };
  const names = namesOf(page, resblockId);
  const isLast = page.class === 'empty' || crawl.nextPage >= totalPages;
  return { crawl: isLast ? finished(after) : after, listings, names, waitMs: 0, welcome: 'served' };
}

/** Why a page does not count, if it does not. */
function flawOf(page: ListPage, own: ListRow[], asked: number): string | null {
  if (page.class === 'empty') return asked === 1 ? null : `Page ${asked} was empty.`;
  if (page.declaredTotal === undefined) return `Page ${asked} does not say how many houses there are.`;
  const unread = own.filter((row) => !listingOf(row, '')).length;
  return unread === 0 ? null : `${unread} of ${own.length} houses on page ${asked} could not be read.`;
}

function finished(crawl: Crawl): Crawl {
  const { declaredTotal, rows, flaw } = crawl;
  if (flaw !== null) return ended(crawl, 'INCOMPLETE', flaw);
  if (rows !== declaredTotal) {
    return ended(crawl, 'INCOMPLETE', `The site speaks of ${declaredTotal ?? 'no'} houses and showed ${rows}.`);
  }
  return ended(crawl, rows === 0 ? 'OK_EMPTY' : 'OK', null);
}

export const ended = (crawl: Crawl, outcome: Outcome, reason: string | null): Crawl => ({
  ...crawl,
  ending: { outcome, reason },
});

export const isComplete = (outcome: Outcome) => outcome === 'OK' || outcome === 'OK_EMPTY';

/** What is no longer tracked is no failure. */
export const isFlawed = (outcome: Outcome) => !isComplete(outcome) && outcome !== 'GONE';

/** No house moved between pages while they were read: only then does absence say something at once. */
export const isExact = ({ seen, declaredTotal, ending }: Crawl) =>
  ending !== null && isComplete(ending.outcome) && seen.size === declaredTotal;

function listingOf({ price, title, houseId, description, tags, unitPrice }: ListRow, resblockId: string) {
  if (price === undefined || title === '') return undefined;
  return { houseId, resblockId, title, description, tags, price, unitPrice };
}

/** The first of each: a page may show a house twice. */
const distinct = (listings: Listing[]) => {
  const seen = new Set<string>();
  return listings.filter(({ houseId }) => !seen.has(houseId) && seen.add(houseId));
};

/** What the site calls this community: its breadcrumb says it best, its rows say it too. */
export function namesOf(page: ListPage, resblockId: string): Names | undefined {
  if (page.resblockId === resblockId && page.names.name !== '') return page.names;
  const row = page.rows.find((each) => each.resblockId === resblockId);
  return row && { name: row.resblockName, districtName: '', bizcircleName: row.bizcircleName };
}
