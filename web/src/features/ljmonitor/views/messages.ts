import { maxViews } from 'shared-types/rules/auth/preferences';

export const savedViews = 'Saved views';
export const activeFilters = 'Active filters';
export const removeFilter = (filter: string) => `Remove filter ${filter}`;
export const clearFilters = 'Clear filters';
export const saveView = 'Save view';
export const nameOfView = 'Name of the view';
export const save = 'Save';
export const cancel = 'Cancel';
export const deleteView = (name: string) => `Delete view “${name}”`;
export const deletedView = (name: string) => `“${name}” was deleted.`;
export const replacesView = 'Replaces the view of this name.';
export const tooManyViews = `You have ${maxViews} saved views. Delete one first.`;
export const tooLongView = 'This view has too many communities to save.';
export const price = 'Price';
export const unitPrice = 'Unit price';
export const area = 'Area';
export const year = 'Year';
export const unreadOnly = 'Unread only';
export const forSaleOnly = 'For sale only';
export const starredOnly = 'Starred only';
export const hiddenOnly = 'Hidden only';
export const atLeastRooms = (rooms: number) => (rooms === 1 ? '1 room or more' : `${rooms} rooms or more`);
export const facing = (direction: string) => `Facing ${direction}`;
export const floor = (level: string) => `Floor ${level}`;

/** Describes a range of which one end may be open: 'Price 300 – 500 万'. Only a number with a unit has thousands. */
export function describeRange(label: string, min: number | undefined, max: number | undefined, unit: string) {
  const format = (value: number) => (unit ? value.toLocaleString('en') : String(value));
  const range =
    min !== undefined && max !== undefined
      ? `${format(min)} – ${format(max)}`
      : min === undefined
        ? `up to ${format(max ?? 0)}`
        : `from ${format(min)}`;
  return `${label} ${range} ${unit}`.trimEnd();
}
