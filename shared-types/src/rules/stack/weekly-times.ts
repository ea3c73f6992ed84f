import { localClock } from '../local-clock.ts';
import { dayMs, minuteMs } from '../time.ts';

/** A time of each week at which a server is up: '20:00' to '24:00' on these days, of which 0 is Sunday. */
export interface WeeklyTime {
  days: readonly number[];
  from: string;
  /** Not later than `from` means on the next day. */
  until: string;
}

export const maxWeeklyTimes = 14;

/** The times on the wire are quarters of an hour, because the site looks at them four times an hour. */
export const quarterOfHour = /^(([01]\d|2[0-3]):(00|15|30|45)|24:00)$/;

/** One time at which a server is up. */
export interface Occurrence {
  fromMs: number;
  untilMs: number;
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
export const quarterMs = 15 * minuteMs;

/** Returns the length of a weekly time by the clock. */
const minutesLong = ({ from, until }: WeeklyTime) =>
  minutesOf(until) - minutesOf(from) + (minutesOf(until) <= minutesOf(from) ? 24 * 60 : 0);

/**
 * Returns the occurrences of a fortnight around a time, the first one first. Each ends with the one that
 * follows it at once or overlaps it, so that no server stops between them. One that lies within an hour that the clocks skip is
 * left out.
 */
function occurrencesNear(times: readonly WeeklyTime[], timeZone: string, nearMs: number): Occurrence[] {
  const clock = localClock(timeZone);
  /** A time that a change of the clocks skips is the end of the gap. */
  function timeOf(shownMs: number): number {
    return clock.timeWhenShown(shownMs) ?? timeOf(shownMs + quarterMs);
  }
  const today = Math.floor(clock.shownAt(nearMs) / dayMs);
  const days = Array.from({ length: 17 }, (_, index) => (today + index - 8) * dayMs);
  const all = days
    .flatMap((dayStart) =>
      times
        .filter((each) => each.days.includes(new Date(dayStart).getUTCDay()))
        .map((each) => {
          const shownMs = dayStart + minutesOf(each.from) * minuteMs;
          return { fromMs: timeOf(shownMs), untilMs: timeOf(shownMs + minutesLong(each) * minuteMs) };
        }),
    )
    .filter(({ fromMs, untilMs }) => fromMs < untilMs)
    .toSorted((one, other) => one.fromMs - other.fromMs);
  const endOf = ({ fromMs, untilMs }: Occurrence) =>
    Math.max(...all.filter((each) => each.fromMs <= untilMs && each.untilMs >= fromMs).map((each) => each.untilMs));
  return all.map((each) => ({ fromMs: each.fromMs, untilMs: endOf(each) }));
}

/** Returns the occurrence that has begun last. It may be over. */
export const lastOccurrence = (times: readonly WeeklyTime[], timeZone: string, nowMs: number): Occurrence | undefined =>
  occurrencesNear(times, timeZone, nowMs).findLast(({ fromMs }) => fromMs <= nowMs);

export const nextOccurrence = (times: readonly WeeklyTime[], timeZone: string, nowMs: number): Occurrence | undefined =>
  occurrencesNear(times, timeZone, nowMs).find(({ fromMs }) => fromMs > nowMs);

/** Returns the occurrences of a fortnight around the time 0, by a clock that never changes. */
export const occurrencesByClock = (times: readonly WeeklyTime[]): Occurrence[] => occurrencesNear(times, 'UTC', 0);
