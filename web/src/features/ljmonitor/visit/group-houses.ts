import type { House } from 'shared-types/contract/ljmonitor';
import { newsOf } from 'shared-types/rules/house-news';
import type { Grouping } from '../filters/view.ts';

interface HouseGroup {
  /** The day or the community; '' in a list without groups. */
  name: string;
  houses: House[];
}

/** Puts the houses of a day or of a community together. Within a group, and among the groups, they keep their order. */
export function groupHouses(
  houses: readonly House[],
  group: Grouping | undefined,
  names: ReadonlyMap<string, string>,
  now: number,
): HouseGroup[] {
  const nameOf = ({ updateTime, resblockId }: House) =>
    group === 'day' ? describeDay(updateTime, now) : group === 'community' ? (names.get(resblockId) ?? '') : '';
  return [...Map.groupBy(houses, nameOf)].map(([name, inGroup]) => ({ name, houses: inGroup }));
}

/** Returns whether the only news of each house is that it is new. It stays so when the houses are read. */
export const areAllNew = (houses: readonly House[]) =>
  houses.every((house) => newsOf(house).every(({ kind }) => kind === 'new'));

function describeDay(time: number, now: number) {
  const day = new Date(time);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (day.toDateString() === today.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return (day.getFullYear() === today.getFullYear() ? dayNames : dayNamesWithYear).format(day);
}

const dayNames = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dayNamesWithYear = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
