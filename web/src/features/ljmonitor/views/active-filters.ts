import { nameChange, namePeriod } from '../news-names.ts';
import type { View, ViewChange } from '../filters/view.ts';

interface ActiveFilter {
  text: string;
  /** Takes the filter out of the view. */
  removed: ViewChange;
}

const ranges = [
  ['Price', 'Price', '万'],
  ['UnitPrice', 'Unit price', '元/㎡'],
  ['Area', 'Area', '㎡'],
  ['Rooms', 'Rooms', ''],
  ['Year', 'Year', ''],
  ['Days', 'On offer', 'days'],
] as const;

const switches = [
  ['unread', 'Unread only'],
  ['onOffer', 'For sale only'],
  ['starred', 'Starred only'],
  ['hidden', 'Hidden only'],
] as const;

/** Returns the filters of the view that are set in fields. The search and the news show themselves that they are set. */
export function activeFilters(view: View): ActiveFilter[] {
  const { change, houseIds } = view;
  const days = view.ranges.changedWithinDays;
  return [
    ...(houseIds.length > 0
      ? [
          {
            text: `${houseIds.length === 1 ? '1 house' : `${houseIds.length} houses`} of a message`,
            removed: { houseIds: '' },
          },
        ]
      : []),
    ...ranges.flatMap(([name, label, unit]) => {
      const [min, max] = [view.ranges[`min${name}`], view.ranges[`max${name}`]];
      if (min === undefined && max === undefined) return [];
      return [
        {
          text: describeRange(label, min, max, unit),
          removed: { [`min${name}`]: '', [`max${name}`]: '' },
        },
      ];
    }),
    ...(view.facing ? [{ text: `Facing ${view.facing}`, removed: { facing: '' } }] : []),
    ...(view.floor ? [{ text: `Floor ${view.floor}`, removed: { floor: '' } }] : []),
    ...(change || days !== undefined
      ? [
          {
            text: `${change ? nameChange(change) : 'Changed'} ${namePeriod(days)}`,
            removed: { change: '', changedWithinDays: '' },
          },
        ]
      : []),
    ...switches.flatMap(([name, text]) => (view[name] ? [{ text, removed: { [name]: '' } }] : [])),
  ];
}

/** Describes a range of which one end may be open: 'Price 300 – 500 万'. Only a number with a unit has thousands. */
function describeRange(label: string, min: number | undefined, max: number | undefined, unit: string) {
  const format = (value: number) => (unit ? value.toLocaleString('en') : String(value));
  const range =
    min !== undefined && max !== undefined
      ? `${format(min)} – ${format(max)}`
      : min === undefined
        ? `up to ${format(max ?? 0)}`
        : `from ${format(min)}`;
  return `${label} ${range} ${unit}`.trimEnd();
}
