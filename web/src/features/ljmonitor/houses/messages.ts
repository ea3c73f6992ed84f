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

/** Names a piece of news: 'New', '▼ 14 万', 'Title changed'. */
export function describeNews({ kind, amount, fields }: Pick<HouseNews, 'kind' | 'amount' | 'fields'>) {
  switch (kind) {
    case 'new':
      return 'New';
    case 'cheaper':
      return `▼ ${formatPrice(amount)}`;
    case 'dearer':
      return `▲ ${formatPrice(amount)}`;
    case 'returned':
      return 'Back on offer';
    case 'removed':
      return 'Removed';
    case 'edited':
      return describeEdit(fields);
  }
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
