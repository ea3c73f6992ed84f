import { dayMs } from 'shared-types/rules/time';
import type { HouseDigest, MissedReadings } from '../houses/house.ts';
import type { Crawl, PageOutcome } from './crawl.ts';

export function countMissedReading(before: MissedReadings | undefined, runId: string, nowMs: number): MissedReadings {
  if (before?.runId === runId) return before;
  return { runId, count: (before?.count ?? 0) + 1, sinceMs: before?.sinceMs ?? nowMs };
}

/**
 * Returns the houses that were on offer before a reading began, as far as the readings before it tell. A house that was
 * missing then may have been offered again meanwhile.
 */
export const onOfferBefore = (known: readonly HouseDigest[], sinceMs: number): ReadonlySet<string> =>
  new Set(
    known
      .filter(({ removed, missingCount, createTime }) => !removed && missingCount === 0 && createTime < sinceMs)
      .map(({ houseId }) => houseId),
  );

/**
 * Notes when a page after the first one shows a house that may have been offered since the crawl began. Without such a house, the
 * crawl has shown what was on offer at its beginning: as many houses as the total said then, and no other ones.
 */
export function withDoubt(page: PageOutcome, before: Crawl, onOffer: ReadonlySet<string>): PageOutcome {
  const { crawl, seenBefore } = page;
  const isNew = (houseId: string) => !seenBefore.has(houseId) && !onOffer.has(houseId);
  return before.nextPage > 1 && [...crawl.seen].some(isNew)
    ? { ...page, crawl: { ...crawl, mayHaveSlid: true } }
    : page;
}

/** The reasons why an exact reading may miss houses that are on offer. */
export interface Doubts {
  /** If half of a community disappears at once, a fault of the site is likelier than sales. */
  isMassRemoval: boolean;
  /**
   * If one house is sold and another one is offered while the pages are loaded, a third may slide past the reader although the
   * totals agree. That shows as a house that was not on offer before the reading.
   */
  mayHaveSlid: boolean;
}

const requiredReadings = 2;
const extraReadings = 2;
/** In a large community that is read by hand now and then, every reading may show new houses. */
const longAbsenceMs = 14 * dayMs;
export const isMassRemoval = (absent: number, present: number) => absent >= 5 && absent * 2 > present;

/**
 * A house is removed after two exact readings without it that are a gap apart. Other readings prove no absence. In doubt two more
 * readings are needed, and a reading past which houses may have slid removes only those that are missing for two weeks.
 */
export function isRemoved({ count, sinceMs }: MissedReadings, doubts: Doubts, gapMs: number, nowMs: number): boolean {
  const isDoubtful = doubts.isMassRemoval || doubts.mayHaveSlid;
  return (
    count >= requiredReadings + (isDoubtful ? extraReadings : 0) &&
    nowMs - sinceMs >= (doubts.mayHaveSlid ? longAbsenceMs : gapMs)
  );
}
