import { utcDay } from 'shared-types/rules/time';

/** Returns the day of UTC of an event, by its sort key, which begins with its time in milliseconds. */
export const dayOf = (sk: string) => utcDay(Number(sk.slice(0, 13)));
