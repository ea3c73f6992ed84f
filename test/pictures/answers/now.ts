/** The time of all pictures: a Friday morning in Beijing. */
export const now = Date.parse('2026-11-20T09:00:00+08:00');

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
