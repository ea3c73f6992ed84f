import type { SavedView } from '../auth/preferences.ts';
import { localClock } from '../local-clock.ts';
import { dayMs, minuteMs } from '../time.ts';
import type { NewsLanguage, NewsTopic } from './topics.ts';
import { newsTopics } from './topics.ts';

/** The choices of a person about news. Times of day are minutes after midnight in the person's time zone. */
export interface NewsRules {
  topics: NewsTopic[];
  /** The least fall of a price that is told, in percent; 0 for any. */
  cheaperBy: number;
  /** The monitor's communities; null for all. */
  communities: string[] | null;
  /**
   * Copies of saved views of the monitor, whose houses are told, too. The page that changes a view changes its copy: the functions
   * that read the listing site cannot read the table of the accounts, where the views are.
   */
  views: SavedView[];
  /** The time of the daily digest; null for news at once. */
  digestAt: number | null;
  /** News at once waits for the end of these hours. */
  quiet: { from: number; to: number } | null;
  timeZone: string;
  language: NewsLanguage;
  /** Grows by one with each change. A change names the version that it was made to; it is 0 before the first. */
  version: number;
}

export const defaultNewsRules: NewsRules = {
  topics: [...newsTopics],
  cheaperBy: 0,
  communities: null,
  views: [],
  digestAt: null,
  quiet: null,
  timeZone: 'Asia/Shanghai',
  language: 'en',
  version: 0,
};

/** Returns the time at which a person may be told what is known now. */
export function dueTimeOf({ digestAt, quiet, timeZone }: NewsRules, nowMs: number): number {
  if (digestAt !== null) return nextTimeOfDay(timeZone, digestAt, nowMs);
  if (!quiet) return nowMs;
  const minute = minuteOfDay(timeZone, nowMs);
  const { from, to } = quiet;
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return nowMs;
  // In an hour that comes twice, quiet hours can end twice, other than a digest, which is sent at its first time only.
  const soonMs = nowMs - (nowMs % minuteMs) + ((to - minute + minutesOfDay) % minutesOfDay) * minuteMs;
  return minuteOfDay(timeZone, soonMs) === to ? soonMs : nextTimeOfDay(timeZone, to, nowMs);
}

const minutesOfDay = dayMs / minuteMs;

const minuteOfDay = (timeZone: string, timeMs: number) =>
  Math.floor((localClock(timeZone).shownAt(timeMs) % dayMs) / minuteMs);

function nextTimeOfDay(timeZone: string, minute: number, nowMs: number): number {
  const clock = localClock(timeZone);
  const midnight = Math.floor(clock.shownAt(nowMs) / dayMs) * dayMs;
  for (const day of [0, 1, 2]) {
    const shown = midnight + day * dayMs + minute * minuteMs;
    // A change of the clocks skips an hour at most twice a year. The news then comes an hour later.
    const time = clock.timeWhenShown(shown) ?? clock.timeWhenShown(shown + 60 * minuteMs);
    if (time !== undefined && time > nowMs) return time;
  }
  return nowMs;
}
