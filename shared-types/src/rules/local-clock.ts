import { dayMs } from './time.ts';

/** The wall clock of a time zone. A shown time is given in milliseconds as if it were UTC. */
export interface LocalClock {
  shownAt(timeMs: number): number;
  /** Returns the first time at which the clock shows this; undefined when a change of the clocks skips it. */
  timeWhenShown(shownMs: number): number | undefined;
  /** Returns the date, as in '2026-03-01'. */
  dayAt(timeMs: number): string;
}

/** Throws a RangeError at first use when the time zone does not exist. */
export function localClock(timeZone: string): LocalClock {
  // The format is made at first use: loading the tables of all zones takes 20 ms, which not every cold start needs.
  let made: Intl.DateTimeFormat | undefined;
  const format = () =>
    (made ??= new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }));

  function shownAt(timeMs: number): number {
    const parts = new Map(
      format()
        .formatToParts(timeMs)
        .map(({ type, value }) => [type, Number(value)]),
    );
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  }

  return {
    shownAt,
    timeWhenShown(shownMs) {
      // Zones differ from UTC by less than a day, so the offsets a day before and a day after are the only candidates.
      const offsets = [shownMs - dayMs, shownMs + dayMs].map((near) => shownAt(near) - near);
      const times = offsets.map((offset) => shownMs - offset).filter((time) => shownAt(time) === shownMs);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    dayAt: (timeMs) => new Date(shownAt(timeMs)).toISOString().slice(0, 10),
  };
}
