import { type ChangeTimes, type ComparedField, comparedFields } from 'shared-types/rules/house';
import type { HouseChange } from '../houses/house.ts';

/** What a site writes in another style from one day to the next. A price has no style. */
const textFields = ['title', 'description', 'tags'] as const;
type TextField = (typeof textFields)[number];

/** Fewer houses may have been edited by the same agent. */
const minRestyled = 6;
const minShare = 0.8;

const isChanged = ({ after }: HouseChange, field: ComparedField) => after.changeTimes[field] === after.updateTimeMs;

/**
 * Makes no versions of what the site has only written in another style: a text that has changed in nearly all of a page's
 * `knownRows` rows at once. Such a house gets the new text and keeps its times, so that nobody reads of a list of edited houses.
 */
export function withoutNewStyle(changes: readonly HouseChange[], knownRows: number): HouseChange[] {
  const restyled = textFields.filter((field) => {
    const { length } = changes.filter((change) => change.before && isChanged(change, field));
    return length >= minRestyled && length >= minShare * knownRows;
  });
  return restyled.length === 0 ? [...changes] : changes.map((change) => withoutChangesOf(change, restyled));
}

function withoutChangesOf(change: HouseChange, restyled: readonly TextField[]): HouseChange {
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
