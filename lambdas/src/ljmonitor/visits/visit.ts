import { minuteMs } from 'shared-types/rules/time';

/** A user's visit of the monitor, on all devices. */
export interface Visit {
  /** The last request of the user, to the minute. */
  seenAtMs: number;
  /** The last request of the visit before this one; null in the first visit. */
  sinceMs: number | null;
}

/** A visit ends this long after its last request. */
const visitEndsAfterMs = 30 * minuteMs;
/** A stored visit may be older than the last request by this time, so that most requests need no write. */
const precisionMs = minuteMs;

/**
 * Returns the visit that a request belongs to. The mark moves only when a new visit begins. Undefined: the stored visit is
 * good enough, or its last request came from a clock that was ahead.
 */
export function visitAt(before: Visit | undefined, nowMs: number): Visit | undefined {
  if (!before) return { seenAtMs: nowMs, sinceMs: null };
  const idleMs = nowMs - before.seenAtMs;
  if (idleMs > visitEndsAfterMs) return { seenAtMs: nowMs, sinceMs: before.seenAtMs };
  return idleMs >= precisionMs ? { ...before, seenAtMs: nowMs } : undefined;
}
