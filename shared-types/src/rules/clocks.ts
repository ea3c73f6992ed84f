/** What the clocks of a time zone show, as if it were UTC. */
export interface Clocks {
  shownAt(timeMs: number): number;
  /** The first moment at which they show it; nothing when a change of the clocks leaves it out. */
  whenShown(shownMs: number): number | undefined;
  /** As in '2026-03-01'. */
  dayAt(timeMs: number): string;
}

const dayMs = 86_400_000;

/** Whoever looks at the clocks of a time zone that does not exist gets a RangeError. */
export function clocksOf(timeZone: string): Clocks {
  // Made when it is wanted: the tables of all zones take twenty milliseconds to load, which not every cold start needs.
  let made: Intl.DateTimeFormat | undefined;
  const formatOf = () =>
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
    const format = formatOf();
    const parts = new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  }

  return {
    shownAt,
    whenShown(shownMs) {
      // Clocks change by hours at most: what they are off by a day before and a day after is all that they can be off by.
      const offsets = [shownMs - dayMs, shownMs + dayMs].map((near) => shownAt(near) - near);
      const times = offsets.map((offset) => shownMs - offset).filter((time) => shownAt(time) === shownMs);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    dayAt: (timeMs) => new Date(shownAt(timeMs)).toISOString().slice(0, 10),
  };
}
