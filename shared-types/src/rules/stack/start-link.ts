import { dayMs } from '../time.ts';

/** A start link works for one of these times, in milliseconds. */
export const linkTerms = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const;

export type LinkTerm = keyof typeof linkTerms;

export const maxLinkNoteLength = 40;
