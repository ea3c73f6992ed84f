import { minuteMs } from 'shared-types/rules/time';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Counts the whole minutes since a time. A time in the future counts as 0. */
export const countMinutesSince = (time: number, now: number) => Math.max(0, Math.floor((now - time) / minuteMs));

const clockTimeOf = (date: Date) => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
const dayOf = (date: Date) => `${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

/** Formats a local time: '21:04', 'yesterday 21:04', '11-02 21:04', with the year only if it is not this year. */
export function formatTime(time: number, now: number) {
  const date = new Date(time);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return clockTimeOf(date);
  if (date.toDateString() === yesterday.toDateString()) return `yesterday ${clockTimeOf(date)}`;
  return `${formatDay(time, now)} ${clockTimeOf(date)}`;
}

/** Formats a local day: '11-20', with the year only if it is not that of `now`. */
export function formatDay(time: number, now: number) {
  const date = new Date(time);
  return `${date.getFullYear() === new Date(now).getFullYear() ? '' : `${date.getFullYear()}-`}${dayOf(date)}`;
}

/** Formats a future local time: '23:10', '03:10 tomorrow', or with its date. */
export function formatFutureTime(time: number, now: number) {
  const date = new Date(time);
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  return date.toDateString() === tomorrow.toDateString() ? `${clockTimeOf(date)} tomorrow` : formatTime(time, now);
}

/** Formats a local time to the second, as Swedes write it: '2026-11-20 21:04:09'. */
export const formatTimestamp = (time: number) => new Date(time).toLocaleString('sv');

/** Returns the attributes of a `<time>` whose text is short: the pointer shows the whole local time. */
export const timeAttributes = (time: number) => ({
  dateTime: new Date(time).toISOString(),
  title: formatTimestamp(time),
});

/** Formats an age: minutes for the first three hours, then the time itself. */
export function formatAge(time: number, now: number) {
  const minutes = countMinutesSince(time, now);
  if (minutes === 0) return 'just now';
  if (minutes === 1) return '1 min ago';
  return minutes < 180 ? `${minutes} mins ago` : formatTime(time, now);
}
