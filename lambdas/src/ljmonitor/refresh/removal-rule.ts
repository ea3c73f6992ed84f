/** The exact readings that did not show a house which is stored as present. */
export interface MissedReadings {
  /** The reading that was counted last. The same one counts once, however often its crawl is finished. */
  runId: string;
  count: number;
  sinceMs: number;
}

export function countMissedReading(before: MissedReadings | undefined, runId: string, nowMs: number): MissedReadings {
  if (before?.runId === runId) return before;
  return { runId, count: (before?.count ?? 0) + 1, sinceMs: before?.sinceMs ?? nowMs };
}

const requiredReadings = 2;

/** If half of a community disappears at once, a fault of the site is likelier than sales, so two more readings are needed. */
const extraReadings = 2;
export const isMassRemoval = (absent: number, present: number) => absent >= 5 && absent * 2 > present;

/**
 * A house is removed after two exact readings without it that are a gap apart. Other readings prove no absence. `isDoubtful` asks
 * for more readings: too many houses are missing at once, or one may have slid past the reader.
 */
export const isRemoved = ({ count, sinceMs }: MissedReadings, isDoubtful: boolean, gapMs: number, nowMs: number) =>
  count >= requiredReadings + (isDoubtful ? extraReadings : 0) && nowMs - sinceMs >= gapMs;
