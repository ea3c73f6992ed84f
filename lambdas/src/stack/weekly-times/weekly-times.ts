import type { MissedStart, WeeklyTimes } from 'shared-types/contract/stack/weekly-times';
import {
  lastOccurrence,
  nextOccurrence,
  type Occurrence,
  occurrencesByClock,
  quarterMs,
} from 'shared-types/rules/stack/weekly-times';
import { dayMs, hourMs, minuteMs } from 'shared-types/rules/time';

/** The weekly times of a stack. */
export interface StoredWeeklyTimes extends WeeklyTimes {
  stackName: string;
  version: number;
  /** The user who has chosen them. Their server hours count as those of this user. */
  by: string;
  userId: string;
  /** The address of this user, by which the owner gives rights. */
  email: string;
  /** The beginning of the last occurrence that the site is done with. */
  doneMs: number;
  missed: { atMs: number; reason: string } | null;
}

/** A server that would stop sooner is not worth its start, as with server hours. */
const minLeftMs = 15 * minuteMs;

/** Returns the occurrence that is to be started, or was missed. */
export function dueOccurrence(
  { times, timeZone, doneMs }: StoredWeeklyTimes,
  now: Date,
): (Occurrence & { isOver: boolean }) | undefined {
  const last = lastOccurrence(times, timeZone, now.getTime());
  if (!last || last.fromMs <= doneMs) return undefined;
  return { ...last, isOver: now.getTime() > last.untilMs - minLeftMs };
}

/**
 * Returns when a server stops that starts at the first occurrence, and that runs this long at most after its start and after each
 * move of its stop. An occurrence moves the stop at its beginning or, after a try that was refused, a quarter later.
 */
const stopMs = ([first, ...others]: readonly Occurrence[], maxMs: number) =>
  others.reduce(
    (stopsAtMs, { fromMs, untilMs }) =>
      fromMs + quarterMs <= stopsAtMs ? Math.max(stopsAtMs, Math.min(untilMs, fromMs + maxMs)) : stopsAtMs,
    first ? Math.min(first.untilMs, first.fromMs + maxMs) : Infinity,
  );

/** Returns why the site could not keep a server up in these times; undefined if it can. */
export function timesProblem(times: WeeklyTimes['times'], maxUptimeHours: number): string | undefined {
  const all = occurrencesByClock(times);
  // Those of a week, with all that follows them in another one.
  const begun = all.filter(({ fromMs }) => fromMs < 0);
  if (begun.some(({ fromMs, untilMs }) => untilMs - fromMs <= minLeftMs))
    return `A time of less than ${(minLeftMs + quarterMs) / minuteMs} minutes is too short for a start.`;
  if (maxUptimeHours === 0) return undefined;
  // Nobody is there to move the stop on, and the server would end early without a word. After a week everything is repeated.
  const endsEarly = begun.some(({ fromMs }, index) => {
    const from = all.slice(index);
    return stopMs(from, maxUptimeHours * hourMs) < Math.min(stopMs(from, Infinity), fromMs + 7 * dayMs);
  });
  return endsEarly
    ? `This server runs ${maxUptimeHours} hours at most after a start. Choose shorter times, or several that overlap by 15 minutes.`
    : undefined;
}

/** Returns the next start and the missed one, for the page of the stack. */
export function asPlan(
  stored: StoredWeeklyTimes | undefined,
  now: Date,
): { nextStart: number | null; missed: MissedStart | null } {
  if (!stored) return { nextStart: null, missed: null };
  const { times, timeZone, missed } = stored;
  return {
    nextStart: nextOccurrence(times, timeZone, now.getTime())?.fromMs ?? null,
    missed: missed && { time: missed.atMs, reason: missed.reason },
  };
}
