import { dayInChina, earliestDayOf, latestDayOf, type SoldReading } from 'shared-types/rules/monitor/sold';
import { dayMs, minuteMs } from 'shared-types/rules/time';
import type { SoldPage, SoldRow } from '../listing-site/sold-pages.ts';

/** A page of sold houses that a user handed in, as far as it proves what the list does not show. */
export interface HandedSoldPage {
  page: number;
  /** The time at which the user's browser loaded it. */
  loadedAtMs: number;
  declaredTotal: number;
  /** The number of houses on it. */
  rows: number;
  /** The first day that the contract of the first house can be of, and the last day for the last house. */
  firstDay: string;
  lastDay: string;
}

/** The sold pages of a community that one user has handed in, and what they have proved so far. */
export interface SoldPagesRead {
  /** Counts the pages, so that two that arrive at once do not replace each other. */
  step: number;
  pages: HandedSoldPage[];
  readings: SoldReading[];
}

export const noSoldPages: SoldPagesRead = { step: 0, pages: [], readings: [] };

/** Pages that were loaded further apart do not make up one list. */
const maxReadingMs = 30 * minuteMs;

/** A page that proves something older than these readings is not worth its place. */
const maxReadings = 12;

/** Returns the first and the last day that the contract of a row can be of; undefined for a row without a date. */
function daysOf({ date, isRecent }: SoldRow, loadedAtMs: number) {
  if (date !== undefined) return { first: earliestDayOf(date), last: latestDayOf(date) };
  const recent = { first: dayInChina(loadedAtMs - 31 * dayMs), last: dayInChina(loadedAtMs) };
  return isRecent ? recent : undefined;
}

/**
 * Returns the page if it proves that sales are missing from it: it is whole, every row has a date, and they are in the site's
 * own order, the newest first. On the recorded page of Xiamen all 30 rows are. An empty list proves nothing: the site may hide the
 * sales from this browser, and all houses that were removed long ago would count as withdrawn.
 */
export function handedSoldPageOf(
  { declaredTotal, rows, unreadable }: SoldPage,
  { page, loadedAtMs }: { page: number; loadedAtMs: number },
): HandedSoldPage | undefined {
  const days = rows.map((row) => daysOf(row, loadedAtMs));
  const dated = days.filter((each) => each !== undefined);
  const [first] = dated;
  const last = dated.at(-1);
  if (declaredTotal === undefined || unreadable > 0 || dated.length < rows.length || !first || !last) return undefined;
  const isInOrder = dated.every((each, index) => each.first <= (dated[index - 1]?.last ?? each.first));
  if (!isInOrder) return undefined;
  return { page, loadedAtMs, declaredTotal, rows: rows.length, firstDay: first.first, lastDay: last.last };
}

/**
 * Returns whether the site declares fewer sales than houses that it has shown as sold before. It may hide some or all of them from
 * this browser, and a list that has lost sales proves nothing by what it does not show. Houses are counted, because a date that was
 * corrected by months looks like another sale of its house. A page that arrives after a newer one may prove less by that, never more.
 */
export const hasLost = ({ declaredTotal }: Pick<HandedSoldPage, 'declaredTotal'>, knownHouses: number): boolean =>
  declaredTotal < knownHouses;

/** Adds a page in place of an older copy of it, and a reading if the pages make up one. */
export function withSoldPage({ step, pages, readings }: SoldPagesRead, added: HandedSoldPage): SoldPagesRead {
  const others = pages.filter(({ page }) => page !== added.page);
  const copy = pages.find(({ page }) => page === added.page);
  const all = [...others, copy && copy.loadedAtMs > added.loadedAtMs ? copy : added];
  const oldest = Math.max(...all.map(({ loadedAtMs }) => loadedAtMs)) - maxReadingMs;
  const current = all.filter(({ loadedAtMs }) => loadedAtMs >= oldest);
  const reading = readingOf(current);
  return { step: step + 1, pages: current, readings: reading ? withReading(readings, reading) : readings };
}

/** Joins the pages from the first one up to a gap, or to a page that shows another state of the list. */
export function readingOf(pages: readonly HandedSoldPage[]): SoldReading | undefined {
  const joined: HandedSoldPage[] = [];
  for (;;) {
    const before = joined.at(-1);
    const next = pages.find(({ page }) => page === joined.length + 1);
    if (!next || (before && (next.declaredTotal !== before.declaredTotal || next.firstDay > before.lastDay))) break;
    joined.push(next);
  }
  const [first] = joined;
  const last = joined.at(-1);
  if (!first || !last) return undefined;
  const isWhole = joined.reduce((sum, { rows }) => sum + rows, 0) === first.declaredTotal;
  return {
    readAt: Math.min(...joined.map(({ loadedAtMs }) => loadedAtMs)),
    backTo: isWhole ? null : last.lastDay,
  };
}

/** Returns true when a reading proves all that the other one does. */
const covers = (one: SoldReading, other: SoldReading) =>
  one.readAt >= other.readAt && (one.backTo === null || (other.backTo !== null && one.backTo <= other.backTo));

/** Keeps the newest of the readings that no other one covers. */
export function withReading(readings: readonly SoldReading[], added: SoldReading): SoldReading[] {
  if (readings.some((each) => covers(each, added))) return [...readings];
  return [...readings.filter((each) => !covers(added, each)), added]
    .toSorted((one, other) => other.readAt - one.readAt)
    .slice(0, maxReadings);
}
