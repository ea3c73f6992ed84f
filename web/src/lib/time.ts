const minuteMs = 60_000;
const two = (value: number) => String(value).padStart(2, '0');

/** Whole minutes that have passed; a clock that is ahead counts as none. */
export const minutesSince = (time: number, now: number) => Math.max(0, Math.floor((now - time) / minuteMs));

const clockOf = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`;
const dayOf = (date: Date) => `${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Local day and minute, with the year only where it is another one: '21:04', 'yesterday 21:04', '11-02 21:04'. */
export function momentOf(time: number, now: number) {
  const date = new Date(time);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return clockOf(date);
  if (date.toDateString() === yesterday.toDateString()) return `yesterday ${clockOf(date)}`;
  const year = date.getFullYear() === today.getFullYear() ? '' : `${date.getFullYear()}-`;
  return `${year}${dayOf(date)} ${clockOf(date)}`;
}

/** How long ago, in words: minutes for the first hours, then the moment itself. */
export function ago(time: number, now: number) {
  const minutes = minutesSince(time, now);
  if (minutes === 0) return 'just now';
  if (minutes === 1) return '1 min ago';
  return minutes < 180 ? `${minutes} mins ago` : momentOf(time, now);
}
