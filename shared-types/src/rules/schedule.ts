import { Cron } from 'croner';
import { localClock } from './local-clock.ts';

export interface Schedule {
  /** Returns the first time after the given one, in milliseconds since 1970; undefined when no further time exists. */
  nextAfter(timeMs: number): number | undefined;
}

/**
 * Reads the times of EventBridge Scheduler's `cron(minutes hours day-of-month month day-of-week year)` in a time zone.
 * As on AWS, a time that a change of the clocks skips does not happen, and a time that is repeated happens once
 * (docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html). Throws a RangeError for an expression or a time
 * zone that AWS would refuse.
 */
export function parseSchedule(expression: string, timeZone: string): Schedule {
  refuseWhatAwsRefuses(expression);
  return scheduleOf(expression, timeZone);
}

/**
 * Does the same as `parseSchedule` for an expression that it has accepted before: the check is not part of the function
 * that runs.
 */
export function scheduleOf(expression: string, timeZone: string): Schedule {
  const cron = cronOf(expression);
  const clock = localClock(timeZone);
  return {
    nextAfter(timeMs) {
      // The library works on the local time as if it were UTC, so that the rule for changing clocks is only here.
      let shown = cron.nextRun(new Date(clock.shownAt(timeMs)));
      while (shown) {
        const time = clock.timeWhenShown(shown.getTime());
        if (time !== undefined && time > timeMs) return time;
        shown = cron.nextRun(shown);
      }
      return undefined;
    },
  };
}

const fieldsOf = (expression: string) =>
  /^cron\((\S+) (\S+) (\S+) (\S+) (\S+) (\S+)\)$/.exec(expression)?.slice(1) ?? [];

function cronOf(expression: string): Cron {
  const [minutes, hours, days, months, weekdays, years] = fieldsOf(expression);
  // AWS writes `?` for any day, and a lone `L` for the last day of the week, which is Saturday.
  const weekday = weekdays === '?' ? '*' : weekdays === 'L' ? '7' : weekdays;
  const pattern = ['0', minutes, hours, days === '?' ? '*' : days, months, weekday, years].join(' ');
  try {
    // AWS counts weekdays from Sunday = 1 ("alternative") and allows `8/5` for "from 8 in steps of 5" ("sloppy").
    return new Cron(pattern, {
      timezone: 'UTC',
      mode: '7-part',
      alternativeWeekdays: true,
      sloppyRanges: true,
      paused: true,
    });
  } catch (error) {
    throw new RangeError(`${expression}: ${String(error)}`, { cause: error });
  }
}

/**
 * The characters of each field, of which the library takes more: the table of wildcards in
 * docs.aws.amazon.com/eventbridge/latest/userguide/eb-cron-expressions.html. A `#` is possible in one expression only.
 */
const cronFields = [
  { name: 'minutes', allowed: /^[\d,*/-]+$/ },
  { name: 'hours', allowed: /^[\d,*/-]+$/ },
  { name: 'day-of-month', allowed: /^[\dLW,*?/-]+$/ },
  { name: 'month', allowed: /^[\dA-Za-z,*/-]+$/ },
  { name: 'day-of-week', allowed: /^[\dA-Za-z,*?#-]+$/ },
  { name: 'year', allowed: /^[\d,*/-]+$/ },
];

function refuseWhatAwsRefuses(expression: string): void {
  const fields = fieldsOf(expression);
  if (fields.length === 0) throw new RangeError(`${expression} must be cron(…) with six fields`);
  const [, , days, , weekdays = '', years = ''] = fields;
  for (const [at, { name, allowed }] of cronFields.entries())
    if (!allowed.test(fields[at] ?? '')) throw new RangeError(`${expression}: ${name} cannot be ${fields[at]}`);
  if (/#.*,|,.*#/.test(weekdays)) throw new RangeError(`${expression}: a day with # must be the only day of the week`);
  if ((days === '?') === (weekdays === '?')) {
    throw new RangeError(`${expression}: exactly one of day-of-month and day-of-week must be ?`);
  }
  if (!isWithin(weekdays.replaceAll(/#\d+/g, ''), 1, 7)) {
    throw new RangeError(`${expression}: a day of the week must be from 1 (Sunday) to 7`);
  }
  if (!isWithin(years.replaceAll(/\/\d+/g, ''), 1970, 2199)) {
    throw new RangeError(`${expression}: a year must be from 1970 to 2199`);
  }
}

/** Checks the numbers of a field, because the library takes more of them than AWS does. */
const isWithin = (field: string, min: number, max: number) =>
  (field.match(/\d+/g) ?? []).every((number) => Number(number) >= min && Number(number) <= max);
