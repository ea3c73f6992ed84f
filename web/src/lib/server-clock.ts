/** Smaller differences are noise: the Date header has whole seconds, and the response took time. */
const minOffsetMs = 10_000;

/** The offset of the server's clock from this machine's. */
let offsetMs = 0;

/** Corrects the offset by a response's Date header, if there is one. */
export function syncServerClock(date: string | null) {
  const off = Date.parse(date ?? '') - toServerTime(Date.now());
  if (Math.abs(off) >= minOffsetMs) offsetMs += off;
}

/** Converts a time of this machine's clock to the server's, to compare it with times from the server. */
export const toServerTime = (localMs: number) => localMs + offsetMs;

/** Returns the current time by the server's clock, for what is shown before the server has answered. */
export const serverNow = () => toServerTime(Date.now());
