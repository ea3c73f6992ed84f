import type { Action } from '../actions/action.ts';

/** A time in which a stack ran, and the user who started it. */
export interface Uptime {
  userId: string | null;
  fromMs: number;
  /** Infinity while the stack runs. */
  untilMs: number;
  /** The schedule stops the stack at this time. It is null for a stack that no schedule stops. */
  stopsAtMs: number | null;
}

/**
 * Returns the times in which a stack ran, by its actions from the oldest on. A start counts from its beginning and a
 * stop until its end, as AWS bills them. The start of a running stack begins another time, which belongs to the user
 * who extended it, unless it fails: then the stack runs on as before. Who only shortens it is asked for no hours, so it stays with
 * the user before.
 */
export function uptimesOf(actions: readonly Action[], goneSinceMs = Infinity): Uptime[] {
  const uptimes: Uptime[] = [];
  let current: Omit<Uptime, 'untilMs'> | undefined;
  const end = (untilMs: number) => {
    if (current) uptimes.push({ ...current, untilMs });
    current = undefined;
  };
  for (const { action, actionTimeMs, syncStatus, syncTimeMs, lastGoneMs, userId, stopsAtMs } of actions) {
    // The stack was deleted outside this site. (A stack that a restart deletes is gone after the restart began.)
    if (lastGoneMs !== null && lastGoneMs < actionTimeMs) end(lastGoneMs);
    const hasFailed = syncStatus === 'FAILED';
    // A start or restart that failed before the stack was gone has replaced nothing.
    if (action !== 'STOP' && !(hasFailed && current && lastGoneMs === null)) {
      const isShorter = action === 'START' && (stopsAtMs ?? Infinity) <= (current?.stopsAtMs ?? -Infinity);
      const shortened = isShorter ? current : undefined;
      end(actionTimeMs);
      current = { userId: shortened ? shortened.userId : userId, fromMs: actionTimeMs, stopsAtMs };
      if (hasFailed) end(syncTimeMs);
    }
    if (action === 'STOP' && syncStatus === 'SUCCEEDED') end(syncTimeMs);
  }
  const last = actions.at(-1);
  // A stack that is being created is missing because it does not exist yet.
  const isStarting = last?.syncStatus === 'RUNNING' && last.action !== 'STOP';
  end(isStarting ? Infinity : goneSinceMs);
  return uptimes;
}

interface Period {
  fromMs: number;
  untilMs: number;
}

/** Returns the part of these times that lies within a period. */
export const uptimeMs = (uptimes: readonly Uptime[], period: Period) =>
  uptimes.reduce(
    (sum, { fromMs, untilMs }) =>
      sum + Math.max(0, Math.min(untilMs, period.untilMs) - Math.max(fromMs, period.fromMs)),
    0,
  );

/** Returns the calendar month in UTC that lies this number of months after the current one. */
export function monthPeriod(now: Date, monthsAhead = 0): Period {
  const startOf = (month: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month);
  return { fromMs: startOf(monthsAhead), untilMs: startOf(monthsAhead + 1) };
}
