import type { ComparedField } from 'shared-types/rules/house';
import type { HouseNews, NewsKind } from 'shared-types/rules/house-news';
import { formatPrice } from '../format.ts';

const fieldNames: Partial<Record<ComparedField, string>> = {
  title: 'Title',
  description: 'Description',
  tags: 'Tags',
  unitPrice: 'Unit price',
};

function describeEdit(fields: readonly ComparedField[]) {
  const [first, ...others] = fields;
  if (!first) return 'Changed';
  return others.length > 0 ? 'Text changed' : `${fieldNames[first] ?? 'Text'} changed`;
}

const plainNames = { new: 'New', returned: 'Back on offer', removed: 'Removed' };

/** Names a piece of news: 'New', '▼ 14 万', 'Title changed'. */
export function describeNews({ kind, amount, fields }: Pick<HouseNews, 'kind' | 'amount' | 'fields'>) {
  if (kind === 'edited') return describeEdit(fields);
  if (kind === 'cheaper' || kind === 'dearer') return `${kind === 'cheaper' ? '▼' : '▲'} ${formatPrice(amount)}`;
  return plainNames[kind];
}

/** Names the houses with a kind of news, after their number: '6 new', '3 cheaper'. */
export const newsNames: Record<NewsKind, string> = {
  new: 'new',
  cheaper: 'cheaper',
  dearer: 'more expensive',
  returned: 'back on offer',
  removed: 'removed',
  edited: 'edited',
};

export const unread = 'Unread';
export const chart = 'Chart';
export const history = 'history';
export const couldNotSave = 'Could not save.';
export const couldNotUpdateHouses = 'Could not update the houses.';
export const couldNotLoadHouses = 'Could not load the houses.';
export const couldNotLoadMore = 'Could not load more houses.';
export const loadMore = 'Load more';
export const clearFilters = 'Clear filters';
export const noMatches = 'No houses match these filters.';
export const noHouses = 'The selected communities have no houses.';
export const addCommunityFirst = 'Add a community to see its houses here.';
export const priceDown = 'Price down ';
export const priceUp = 'Price up ';
