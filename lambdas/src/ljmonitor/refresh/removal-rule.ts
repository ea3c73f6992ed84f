/** In how many readings a house was missed, and since when. */
export interface Missing {
  /** The reading that counted last: the same one counts once, however often it is settled. */
  runId: string;
  count: number;
  sinceMs: number;
  exactCount: number;
  exactSinceMs: number | null;
}

export interface Absence {
  runId: string;
  exact: boolean;
  nowMs: number;
}

export function missedAgain(before: Missing | undefined, { runId, exact, nowMs }: Absence): Missing {
  if (before?.runId === runId) return before;
  return {
    runId,
    count: (before?.count ?? 0) + 1,
    sinceMs: before?.sinceMs ?? nowMs,
    exactCount: (before?.exactCount ?? 0) + (exact ? 1 : 0),
    exactSinceMs: before?.exactSinceMs ?? (exact ? nowMs : null),
  };
}

const needed = { exact: 2, complete: 4 };
/** Readings that are only complete prove less: they have to span this many times as long, a day for half an hour. */
const completeGaps = 48;

/** Half a community gone at once is more likely a fault of the site than a sale: it needs so many readings more. */
const massCaution = 2;
export const isMass = (absent: number, present: number) => absent >= 5 && absent * 2 > present;

/** Two exact readings far enough apart, or four complete ones over a day. */
export function isGone(
  { count, sinceMs, exactCount, exactSinceMs }: Missing,
  mass: boolean,
  gapMs: number,
  nowMs: number,
) {
  const more = mass ? massCaution : 0;
  return (
    (exactSinceMs !== null && exactCount >= needed.exact + more && nowMs - exactSinceMs >= gapMs) ||
    (count >= needed.complete + more && nowMs - sinceMs >= gapMs * completeGaps)
  );
}
