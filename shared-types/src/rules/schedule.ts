import { clocksOf } from './clocks.ts';

/**
 * EventBridge Scheduler's `cron(minutes hours day-of-month month day-of-week year)`, worked out as the service does: in a
 * time zone, skipping times that a change of the clocks leaves out, and once at those that it repeats. The configuration
 * is checked with it, and the page says with it when the monitor reads next.
 */
interface Cron {
  /** Of each of its times, from midnight, in order. */
  minutesOfDay: number[];
  isDate(date: Date): boolean;
  lastYear: number;
}

interface Day {
  day: number;
  /** Sunday is 1, as AWS counts. */
  weekday: number;
  lastDay: number;
}

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

function parseCron(expression: string): Cron {
  const fields = /^cron\((\S+) (\S+) (\S+) (\S+) (\S+) (\S+)\)$/.exec(expression)?.slice(1);
  if (!fields) throw new RangeError(`${expression} is not cron(…) with six fields`);
  const [minutes = '', hours = '', days = '', months = '', weekdays = '', years = ''] = fields;
  if ((days === '?') === (weekdays === '?')) {
    throw new RangeError(`${expression}: of day-of-month and day-of-week one has to be ?, and not both`);
  }
  const hourNumbers = numbersOf(hours, 0, 23);
  const minuteNumbers = numbersOf(minutes, 0, 59);
  const isMonth = memberOf(numbersOf(months, 1, 12, monthNames));
  const yearNumbers = numbersOf(years, 1970, 2199);
  const isYear = memberOf(yearNumbers);
  const isDay = weekdays === '?' ? dayOfMonth(days) : dayOfWeek(weekdays);
  return {
    minutesOfDay: hourNumbers.flatMap((hour) => minuteNumbers.map((minute) => hour * 60 + minute)),
    isDate: (date) => isYear(date.getUTCFullYear()) && isMonth(date.getUTCMonth() + 1) && isDay(dayOf(date)),
    lastYear: Math.max(...yearNumbers),
  };
}

type IsDay = (day: Day) => boolean;

const dayOf = (date: Date): Day => ({
  day: date.getUTCDate(),
  weekday: date.getUTCDay() + 1,
  lastDay: new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate(),
});

function dayOfMonth(field: string): IsDay {
  if (field === 'L') return ({ day, lastDay }) => day === lastDay;
  const nearest = /^(\d+)W$/.exec(field)?.[1];
  if (nearest === undefined) return onDays(numbersOf(field, 1, 31), ({ day }) => day);
  const [wanted = 1] = numbersOf(nearest, 1, 31);
  return (day) => day.day === weekdayNear(wanted, day);
}

/** The weekday (Monday to Friday) that is nearest to a day, in the same month. */
function weekdayNear(wanted: number, { day, weekday, lastDay }: Day): number {
  if (wanted > lastDay) return 0;
  const weekdayThen = (((weekday - 1 + wanted - day) % 7) + 7) % 7;
  if (weekdayThen === 6) return wanted === 1 ? 3 : wanted - 1;
  if (weekdayThen === 0) return wanted === lastDay ? wanted - 2 : wanted + 1;
  return wanted;
}

function dayOfWeek(field: string): IsDay {
  const [, named = '', last, nth] = /^(\w+?)(?:(L)|#([1-5]))$/.exec(field) ?? [];
  if (field === 'L') return ({ weekday }) => weekday === 7;
  if (named === '') return onDays(numbersOf(field, 1, 7, dayNames), ({ weekday }) => weekday);
  const [wanted] = numbersOf(named, 1, 7, dayNames);
  if (last) return ({ day, weekday, lastDay }) => weekday === wanted && day > lastDay - 7;
  return ({ day, weekday }) => weekday === wanted && Math.ceil(day / 7) === Number(nth);
}

function onDays(numbers: number[], numberOfDay: (day: Day) => number): IsDay {
  const isMember = memberOf(numbers);
  return (day) => isMember(numberOfDay(day));
}

function memberOf(numbers: number[]) {
  const set = new Set(numbers);
  return (number: number) => set.has(number);
}

/** '*', '5', '1-5', '0/20', 'MON-FRI', and several of them with commas between. */
function numbersOf(field: string, least: number, most: number, names: string[] = []): number[] {
  const numbers = new Set<number>();
  for (const part of field.split(',')) {
    const [, from = '', to, step] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part) ?? [];
    const first = from === '*' ? least : numberOf(from, least, names);
    const last = to !== undefined ? numberOf(to, least, names) : from === '*' || step !== undefined ? most : first;
    const stride = step === undefined ? 1 : Number(step);
    const makesSense = first >= least && last <= most && first <= last && stride > 0 && !(from === '*' && to);
    if (!makesSense) throw new RangeError(`${part} is nothing from ${least} to ${most}`);
    for (let number = first; number <= last; number += stride) numbers.add(number);
  }
  return [...numbers].toSorted((one, other) => one - other);
}

function numberOf(text: string, least: number, names: string[]): number {
  const place = names.indexOf(text.toUpperCase());
  if (place >= 0) return least + place;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

const dayMs = 86_400_000;

export interface Schedule {
  /** The first time after a given one, or nothing when there is none any more. */
  nextAfter(timeMs: number): number | undefined;
}

/** The times of an expression in a time zone. A RangeError when it makes no sense; see clocks.ts for the zone. */
export function scheduleOf(expression: string, timeZone: string): Schedule {
  const cron = parseCron(expression);
  const clocks = clocksOf(timeZone);
  return {
    nextAfter(timeMs) {
      for (let midnight = Math.floor(clocks.shownAt(timeMs) / dayMs) * dayMs; ; midnight += dayMs) {
        const date = new Date(midnight);
        if (date.getUTCFullYear() > cron.lastYear) return undefined;
        if (!cron.isDate(date)) continue;
        for (const minutes of cron.minutesOfDay) {
          const time = clocks.whenShown(midnight + minutes * 60_000);
          if (time !== undefined && time > timeMs) return time;
        }
      }
    },
  };
}
