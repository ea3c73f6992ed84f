import type { House } from 'shared-types/contract/ljmonitor';
import { formatDay } from '../../../lib/format-time.ts';
import type { Grouping } from '../filters/view.ts';

interface GroupedHouses {
  houses: House[];
  /** The headings of the groups, by the id of the first house of each. */
  headings: ReadonlyMap<string, string>;
}

/** Puts the houses of a day or of a community together. Within a group, and among the groups, they keep their order. */
export function groupHouses(
  houses: readonly House[],
  group: Grouping,
  names: ReadonlyMap<string, string>,
  now: number,
): GroupedHouses {
  const nameOf = ({ updateTime, resblockId }: House) =>
    group === 'day' ? describeDay(updateTime, now) : (names.get(resblockId) ?? '');
  const groups = Map.groupBy(houses, nameOf);
  const headings = [...groups].flatMap(([name, [first]]) => (first && name ? [[first.houseId, name] as const] : []));
  return { houses: [...groups.values()].flat(), headings: new Map(headings) };
}

const dayMs = 86_400_000;

function describeDay(time: number, now: number) {
  const day = formatDay(time, now);
  if (day === formatDay(now, now)) return 'Today';
  return day === formatDay(now - dayMs, now) ? 'Yesterday' : day;
}
