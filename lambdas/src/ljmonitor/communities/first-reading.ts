import { minuteMs } from 'shared-types/rules/time';

/**
 * The search for the first reading that has shown every house. Only houses that were first seen after it are news.
 */
export interface FirstReading {
  /** The end of that reading; null while none has proved to be one. */
  firstCompleteAtMs: number | null;
  /** The last exact reading, while none has proved to have shown every house. */
  unproven: UnprovenReading | null;
}

interface UnprovenReading {
  readingId: string;
  /** The time at which its houses were stored. */
  atMs: number;
  /** The number of exact readings up to it. */
  count: number;
}

/** The evidence that an exact reading gives of itself and of the exact reading before it. */
interface ExactReading {
  readingId: string;
  atMs: number;
  /** The time from its first page to its last one. */
  tookMs: number;
  /** A house on offer may have slid past this reading. */
  mayHaveSlid: boolean;
  /** This reading misses a house that the exact one before it has shown. */
  missesShown: boolean;
}

/** A house would have to slide past each of these readings. */
const maxUnproven = 4;

/**
 * A house slides past an exact reading only if another one is sold and a third one is offered while the pages are loaded. In
 * minutes that hardly happens, and then one house more is news. To wait for a proof would keep a day's news from its readers.
 */
const shortReadingMs = 15 * minuteMs;

/**
 * A house can only slide past an exact reading if the reading shows a house that is sold before it ends. The next exact reading
 * misses that house. If it misses none, nothing had slid, and the houses that are new since are news at once.
 */
export function findFirstReading(before: FirstReading, { readingId, atMs, ...reading }: ExactReading): FirstReading {
  const { firstCompleteAtMs, unproven } = before;
  const isDoubtful = reading.mayHaveSlid && reading.tookMs > shortReadingMs;
  if (firstCompleteAtMs !== null || unproven?.readingId === readingId) return { firstCompleteAtMs, unproven };
  if (unproven && !reading.missesShown) return { firstCompleteAtMs: unproven.atMs, unproven: null };
  const count = (unproven?.count ?? 0) + 1;
  return isDoubtful && count < maxUnproven
    ? { firstCompleteAtMs: null, unproven: { readingId, atMs, count } }
    : { firstCompleteAtMs: atMs, unproven: null };
}

/** Returns true until the first exact reading has ended. */
export const isBeforeExactReading = ({ firstCompleteAtMs, unproven }: FirstReading) =>
  firstCompleteAtMs === null && unproven === null;
