/** Less is no difference: an answer's date has whole seconds, and the answer has travelled. */
const noticeableMs = 10_000;

/** How far this machine's clock is behind the server's. */
let behindMs = 0;

/** Takes notice of the time in an answer's `date`, if there is one. */
export function syncServerClock(date: string | null) {
  const off = Date.parse(date ?? '') - toServerTime(Date.now());
  if (Math.abs(off) >= noticeableMs) behindMs += off;
}

/** A time of this machine's clock as the server's clock has it, to compare it with times that came from there. */
export const toServerTime = (localMs: number) => localMs + behindMs;
