import type { MissedStart, WeeklyTimes } from 'shared-types/contract/stack/weekly-times';
import { lastOccurrence, nextOccurrence, type Occurrence } from 'shared-types/rules/stack/weekly-times';
import { minuteMs } from 'shared-types/rules/time';

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
export const minLeftMs = 15 * minuteMs;

/** Returns the occurrence that is to be started, or was missed. */
export function dueOccurrence(
  { times, timeZone, doneMs }: StoredWeeklyTimes,
  now: Date,
): (Occurrence & { isOver: boolean }) | undefined {
  const last = lastOccurrence(times, timeZone, now.getTime());
  if (!last || last.fromMs <= doneMs) return undefined;
  return { ...last, isOver: now.getTime() > last.untilMs - minLeftMs };
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
