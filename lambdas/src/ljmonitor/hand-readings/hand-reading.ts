import { minuteMs } from 'shared-types/rules/time';
import type { ListPage, ListRow, SiteOrigin } from '../listing-site/site-adapter.ts';
import type { TextField } from '../readings/restyled-rows.ts';
import { type Crawl, newCrawl, type PageOutcome, processAnswer } from '../readings/crawl.ts';

/** A page that a user handed in, without the data of its houses. */
export interface HandedPage {
  page: number;
  /** The time at which the user's browser loaded it. */
  loadedAtMs: number;
  isEmpty: boolean;
  declaredTotal: number | null;
  totalPages: number | null;
  /** The ids of the community's own houses, in the order of the page. A house that is shown twice is in it twice. */
  shown: string[];
  /** The ids among them whose rows could not be read. */
  unreadable: string[];
}

/**
 * The pages of a community that one user has handed in, in any order. It is separate from every crawl and from the reading
 * of any other user or site, so that pages of different readings never add up.
 */
export interface HandReading {
  /** Names the reading when it counts a house as missing. */
  readingId: string;
  startedAtMs: number;
  /** The site that shows the pages. */
  origin: SiteOrigin;
  /** Counts the pages that were stored, so that two pages that arrive at once do not replace each other. */
  step: number;
  pages: HandedPage[];
  /** The texts of houses that the site writes in another style than before, according to the pages so far. */
  restyled: readonly TextField[];
}

/** The pages of a reading must be loaded within this time. Later the site may list other houses. */
export const maxReadingMs = 30 * minuteMs;

export const newHandReading = (readingId: string, origin: SiteOrigin, now: Date): HandReading => ({
  readingId,
  startedAtMs: now.getTime(),
  origin,
  step: 0,
  pages: [],
  restyled: [],
});

/** Goes on with the stored reading if it is one of the same site. Otherwise the new one takes its place, with its steps. */
export const continueReading = (stored: HandReading | undefined, begun: HandReading): HandReading =>
  stored?.origin === begun.origin ? stored : { ...begun, step: stored?.step ?? 0 };

export function handedPageOf(
  page: ListPage,
  { listings }: PageOutcome,
  at: { page: number; resblockId: string; loadedAtMs: number },
): HandedPage {
  const shown = page.rows.filter(({ resblockId }) => resblockId === at.resblockId).map(({ houseId }) => houseId);
  const readable = new Set(listings.map(({ houseId }) => houseId));
  return {
    page: at.page,
    loadedAtMs: at.loadedAtMs,
    isEmpty: page.class === 'empty',
    declaredTotal: page.declaredTotal ?? null,
    totalPages: page.totalPages ?? null,
    shown,
    unreadable: shown.filter((houseId) => !readable.has(houseId)),
  };
}

const newestOf = (pages: readonly HandedPage[]) => Math.max(...pages.map(({ loadedAtMs }) => loadedAtMs));

/** Returns the time at which the last of the pages was loaded. */
export const readAtMs = ({ pages }: HandReading) => newestOf(pages);

/** Returns the time between the loading of its first page and of its last one. */
export const tookMs = ({ pages }: HandReading) =>
  newestOf(pages) - Math.min(...pages.map(({ loadedAtMs }) => loadedAtMs));

/** The age of a page includes the time in which it was sent, so that two copies of one page may differ by some seconds. */
const sendingMs = 10_000;

/** Adds a page in place of an older copy of it, and forgets pages that were loaded too long before the newest one. */
export function withPage(reading: HandReading, added: HandedPage): HandReading {
  const { step, pages } = reading;
  const isOlder = pages.some(
    ({ page, loadedAtMs }) => page === added.page && loadedAtMs > added.loadedAtMs + sendingMs,
  );
  const all = isOlder ? pages : [...pages.filter(({ page }) => page !== added.page), added];
  const oldest = newestOf(all) - maxReadingMs;
  return { ...reading, step: step + 1, pages: all.filter(({ loadedAtMs }) => loadedAtMs >= oldest) };
}

/** Returns false when the page was too old to be added. */
export const hasCurrentPage = ({ pages }: HandReading, handed: HandedPage) => pages.includes(handed);

/**
 * Returns false for a page that was cut: it lacks its total, its pager or a part of a row. It has to be handed in
 * again, and no other one.
 */
const isWhole = (reading: HandReading, { unreadable, declaredTotal, totalPages }: HandedPage) =>
  unreadable.length === 0 && declaredTotal !== null && (totalPages !== null || pageCount(reading) === 1);

/** Returns the pages that were cut, among those that the community still has. */
export const cutPages = (reading: HandReading) => currentPages(reading).filter((page) => !isWhole(reading, page));

const currentPages = (reading: HandReading) => reading.pages.filter(({ page }) => page <= pageCount(reading));

/**
 * Returns the pages to hand in again when a reading does not add up: those that were cut. Whole pages are of a list
 * that has changed meanwhile, so that all of them are out of date.
 */
export function pagesToRepeat(reading: HandReading): number[] {
  const cut = cutPages(reading);
  const repeated = cut.length > 0 ? cut : currentPages(reading);
  return repeated.map(({ page }) => page).toSorted((one, other) => one - other);
}

export const hasWholePage = (reading: HandReading, number: number) =>
  reading.pages.some((each) => each.page === number && isWhole(reading, each));

const hasPage = ({ pages }: HandReading, page: number) => pages.some((each) => each.page === page);

/**
 * Finds the houses on the other pages of the same reading. A house counts once in a reading, with the data of the first
 * page. The pages of a reading that was given up do not count.
 */
export const seenOnOtherPages = (
  { pages }: HandReading,
  { page, loadedAtMs }: Pick<HandedPage, 'page' | 'loadedAtMs'>,
): ReadonlySet<string> =>
  new Set(
    pages
      .filter((each) => each.page !== page && Math.abs(each.loadedAtMs - loadedAtMs) <= maxReadingMs)
      .flatMap(({ shown }) => shown),
  );

/**
 * Returns the number of pages that the community has, according to the page that was loaded last. A cut page does not
 * say it.
 */
export const pageCount = ({ pages }: HandReading): number =>
  pages.filter(({ totalPages }) => totalPages !== null).toSorted((one, other) => other.loadedAtMs - one.loadedAtMs)[0]
    ?.totalPages ?? 1;

export const missingPages = (reading: HandReading): number[] =>
  Array.from({ length: pageCount(reading) }, (_, index) => index + 1).filter((page) => !hasPage(reading, page));

/**
 * Applies the rules of a crawl to the pages, from the first one up to a gap. The crawl has a result when the pages are all
 * there: as many as the newest one says.
 */
export function crawlOf(reading: HandReading, resblockId: string): Crawl {
  let crawl: Crawl = newCrawl;
  const totalPages = pageCount(reading);
  while (!crawl.result) {
    const next = reading.pages.find(({ page }) => page === crawl.nextPage);
    if (!next) break;
    const page = listPageOf(next, resblockId, totalPages);
    crawl = processAnswer({ kind: 'page', page }, resblockId, crawl).crawl;
  }
  return crawl;
}

function listPageOf(handed: HandedPage, resblockId: string, totalPages: number): ListPage {
  return {
    class: handed.isEmpty ? 'empty' : 'list',
    declaredTotal: handed.declaredTotal ?? undefined,
    page: handed.page,
    totalPages,
    rows: handed.shown.map((houseId) => rowOf(houseId, resblockId, !handed.unreadable.includes(houseId))),
    resblockId,
    names: { name: '', districtName: '', bizcircleName: '' },
  };
}

/**
 * Returns a row that only says whether it could be read. The data of its house was stored when the page was handed in.
 */
const rowOf = (houseId: string, resblockId: string, isReadable: boolean): ListRow => ({
  houseId,
  resblockId,
  resblockName: '',
  bizcircleName: '',
  title: houseId,
  description: '',
  tags: [],
  price: isReadable ? null : undefined,
  unitPrice: 0,
});
