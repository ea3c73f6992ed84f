import { type ChangeTimes, type ComparedField, comparedFields } from 'shared-types/rules/house';
import type { HouseChange } from '../houses/house.ts';

/** What a site writes in another style from one day to the next. A price has no style. */
export const textFields = ['title', 'description', 'tags'] as const;
export type TextField = (typeof textFields)[number];

const minShare = 0.8;

/**
 * The houses of a later page may have been edited by one agent when no page before was in another style. That all houses of a
 * small community were edited between two readings is rarer than a site that changes its style.
 */
const minRestyled = { first: 2, later: 6, inStyleOfEarlier: 1 };

const isChanged = ({ after }: HouseChange, field: ComparedField) => after.changeTimes[field] === after.updateTimeMs;

/**
 * Finds the fields that a page writes in another style than it was stored: those that have changed in nearly all of its
 * `knownRows` rows at once.
 */
export function findRestyled(
  changes: readonly HouseChange[],
  { knownRows, isFirstPage, earlier }: { knownRows: number; isFirstPage: boolean; earlier: readonly TextField[] },
): TextField[] {
  return textFields.filter((field) => {
    const { length } = changes.filter((change) => change.before && isChanged(change, field));
    const enough = earlier.includes(field) ? 'inStyleOfEarlier' : isFirstPage ? 'first' : 'later';
    return length >= minRestyled[enough] && length >= minShare * knownRows;
  });
}

/**
 * Makes no version of what the site has only written in another style. The house gets the new text and keeps its times, so that
 * nobody reads of a list of edited houses.
 */
export function withoutNewStyle(change: HouseChange, restyled: readonly TextField[]): HouseChange {
  const { before, after } = change;
  if (!before) return change;
  const isKept = (field: string) => !restyled.some((each) => each === field);
  const changeTimes: ChangeTimes = Object.fromEntries([
    ...Object.entries(before.changeTimes).filter(([field]) => !isKept(field)),
    ...Object.entries(after.changeTimes).filter(([field]) => isKept(field)),
  ]);
  const hasOthers = comparedFields.some((field) => isKept(field) && isChanged(change, field));
  return { before, after: { ...after, changeTimes, ...(!hasOthers && { updateTimeMs: before.updateTimeMs }) } };
}
