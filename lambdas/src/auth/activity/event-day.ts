/** The day of UTC of an event, by its sort key, which begins with its time in milliseconds. */
export const dayOf = (sk: string) => new Date(Number(sk.slice(0, 13))).toISOString().slice(0, 10);
