import type { Action } from './action.ts';

/** From when to when somebody reckons, and since when the stack is known to be gone, if it is. */
interface Span {
  fromMs: number;
  untilMs: number;
  goneSinceMs: number | undefined;
}

/**
 * How long a stack was up, by its actions from the oldest on. A start counts from its beginning and a stop to its end, as
 * AWS does; what nobody knows the end of counts on.
 */
export function uptimeMs(actions: readonly Action[], { fromMs, untilMs, goneSinceMs }: Span): number {
  let total = 0;
  let sinceMs: number | undefined;
  const end = (atMs: number) => {
    if (sinceMs !== undefined) total += Math.max(0, Math.min(atMs, untilMs) - Math.max(sinceMs, fromMs));
    sinceMs = undefined;
  };
  for (const { action, actionTimeMs, syncStatus, syncTimeMs, lastGoneMs } of actions) {
    // Somebody had deleted it elsewhere. (What a restart deletes itself is gone later than it began.)
    if (lastGoneMs !== null && lastGoneMs < actionTimeMs) end(lastGoneMs);
    if (action !== 'STOP') sinceMs ??= actionTimeMs;
    const isOver = action === 'STOP' ? syncStatus === 'SUCCEEDED' : syncStatus === 'FAILED';
    if (isOver) end(syncTimeMs);
  }
  end(goneSinceMs ?? untilMs);
  return total;
}
