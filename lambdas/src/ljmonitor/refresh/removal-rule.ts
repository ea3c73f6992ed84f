/** The readings that did not show a house which is stored as present. */
export interface MissedReadings {
  /** The reading that was counted last. The same one counts once, however often its crawl is finished. */
  runId: string;
  count: number;
  sinceMs: number;
  exactCount: number;
  exactSinceMs: number | null;
}

interface MissedReading {
  runId: string;
  exact: boolean;
  nowMs: number;
}

export function countMissedReading(
  before: MissedReadings | undefined,
  { runId, exact, nowMs }: MissedReading,
): MissedReadings {
  if (before?.runId === runId) return before;
  return {
    runId,
    count: (before?.count ?? 0) + 1,
    sinceMs: before?.sinceMs ?? nowMs,
    exactCount: (before?.exactCount ?? 0) + (exact ? 1 : 0),
    exactSinceMs: before?.exactSinceMs ?? (exact ? nowMs : null),
  };
}

const requiredReadings = { exact: 2, complete: 4 };
/** Readings that are complete but not exact prove less: they must span 48 gaps, a day for a gap of half an hour. */
const completeGaps = 48;

/** If half of a community disappears at once, a fault of the site is likelier than sales, so two more readings are needed. */
const extraReadings = 2;
export const isMassRemoval = (absent: number, present: number) => absent >= 5 && absent * 2 > present;

/** A house is removed after two exact readings without it that are a gap apart, or four complete ones over a day. */
export function isRemoved(
  { count, sinceMs, exactCount, exactSinceMs }: MissedReadings,
  mass: boolean,
  gapMs: number,
  nowMs: number,
) {
  const extra = mass ? extraReadings : 0;
  return (
    (exactSinceMs !== null && exactCount >= requiredReadings.exact + extra && nowMs - exactSinceMs >= gapMs) ||
    (count >= requiredReadings.complete + extra && nowMs - sinceMs >= gapMs * completeGaps)
  );
}
