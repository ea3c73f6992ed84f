import type { Action } from './action.ts';

interface Period {
  fromMs: number;
  untilMs: number;
  /** Since when the stack is known to be deleted. */
  goneSinceMs: number | undefined;
}

/**
 * The running time of a stack within a period, by its actions from the oldest on. A start counts from its beginning and a
 * stop until its end, as AWS bills them; a running time without a known end counts on.
 */
export function uptimeMs(actions: readonly Action[], { fromMs, untilMs, goneSinceMs }: Period): number {
  let total = 0;
  let sinceMs: number | undefined;
  const end = (atMs: number) => {
    if (sinceMs !== undefined) total += Math.max(0, Math.min(atMs, untilMs) - Math.max(sinceMs, fromMs));
    sinceMs = undefined;
  };
  for (const { action, actionTimeMs, syncStatus, syncTimeMs, lastGoneMs } of actions) {
    // The stack was deleted outside this site. (A stack that a restart deletes is gone after the restart began.)
    if (lastGoneMs !== null && lastGoneMs < actionTimeMs) end(lastGoneMs);
    if (action !== 'STOP') sinceMs ??= actionTimeMs;
    const isOver = action === 'STOP' ? syncStatus === 'SUCCEEDED' : syncStatus === 'FAILED';
    if (isOver) end(syncTimeMs);
  }
  end(goneSinceMs ?? untilMs);
  return total;
}
