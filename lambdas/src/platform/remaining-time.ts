/** The clocks of two functions differ by less than this. */
export const clockToleranceMs = 30_000;

/**
 * Returns the milliseconds until a stored time; 0 when it is past. `maxMs` is the longest time for which one is ever
 * set: a time further ahead comes from a clock that was ahead, and counts as past, so that it holds nothing back.
 */
export function remainingMs(untilMs: number, maxMs: number, nowMs: number): number {
  const leftMs = untilMs - nowMs;
  return leftMs > maxMs ? 0 : Math.max(leftMs, 0);
}
