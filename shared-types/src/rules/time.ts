export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Returns the day of a time in UTC, as in '2026-03-01'. */
export const utcDay = (time: Date | number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the beginning of the next day in UTC. */
export const nextUtcDayMs = (now: Date): number =>
  Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
