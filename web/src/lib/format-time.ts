const minuteMs = 60_000;
const two = (value: number) => String(value).padStart(2, '0');

/** Whole minutes that have passed; a clock that is ahead counts as none. */
export const countMinutesSince = (time: number, now: number) => Math.max(0, Math.floor((now - time) / minuteMs));

const clockOf = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`;
const dayOf = (date: Date) => `${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Local day and minute, with the year only where it is another one: '21:04', 'yesterday 21:04', '11-02 21:04'. */
export function formatTime(time: number, now: number) {
  const date = new Date(time);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return clockOf(date);
  if (date.toDateString() === yesterday.toDateString()) return `yesterday ${clockOf(date)}`;
  const year = date.getFullYear() === today.getFullYear() ? '' : `${date.getFullYear()}-`;
  return `${year}${dayOf(date)} ${clockOf(date)}`;
}

/** A moment to come: '23:10', '03:10 tomorrow', or its day. */
export function formatFutureTime(time: number, now: number) {
  const date = new Date(time);
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  return date.toDateString() === tomorrow.toDateString() ? `${clockOf(date)} tomorrow` : formatTime(time, now);
}

/** Local, to the second: '2026-11-20 21:04:09'. */
export function formatTimestamp(time: number) {
  const date = new Date(time);
  return `${date.getFullYear()}-${dayOf(date)} ${clockOf(date)}:${two(date.getSeconds())}`;
}

/** How long something lasts: '42 s', '1 min 12 s', '2 h 5 min'. */
export function formatDuration(ms: number) {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How long ago, in words: minutes for the first hours, then the moment itself. */
export function formatAge(time: number, now: number) {
  const minutes = countMinutesSince(time, now);
  if (minutes === 0) return 'just now';
  if (minutes === 1) return '1 min ago';
  return minutes < 180 ? `${minutes} mins ago` : formatTime(time, now);
}
