import type { View, ViewChange } from '../filters/view.ts';
import * as texts from './messages.ts';

interface ActiveFilter {
  text: string;
  /** Takes the filter out of the view. */
  removed: ViewChange;
}

const ranges = [
  ['Price', texts.price, '万'],
  ['UnitPrice', texts.unitPrice, '元/㎡'],
  ['Area', texts.area, '㎡'],
  ['Year', texts.year, ''],
] as const;

const switches = [
  ['unread', texts.unreadOnly],
  ['onOffer', texts.forSaleOnly],
  ['starred', texts.starredOnly],
  ['hidden', texts.hiddenOnly],
] as const;

/** Returns the filters of the view that are set in fields. The search and the news show themselves that they are set. */
export function activeFilters(view: View): ActiveFilter[] {
  const { minRooms } = view.ranges;
  return [
    ...ranges.flatMap(([name, label, unit]) => {
      const [min, max] = [view.ranges[`min${name}`], view.ranges[`max${name}`]];
      if (min === undefined && max === undefined) return [];
      return [
        {
          text: texts.describeRange(label, min, max, unit),
          removed: { [`min${name}`]: '', [`max${name}`]: '' },
        },
      ];
    }),
    ...(minRooms === undefined ? [] : [{ text: texts.atLeastRooms(minRooms), removed: { minRooms: '' } }]),
    ...(view.facing ? [{ text: texts.facing(view.facing), removed: { facing: '' } }] : []),
    ...(view.floor ? [{ text: texts.floor(view.floor), removed: { floor: '' } }] : []),
    ...switches.flatMap(([name, text]) => (view[name] ? [{ text, removed: { [name]: '' } }] : [])),
  ];
}
