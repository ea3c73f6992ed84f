import type { ComparedField } from 'shared-types/rules/house';
import { type HouseNews, type NewsSource, newsOf } from 'shared-types/rules/house-news';
import { formatPrice } from './format.ts';

const fieldNames: Partial<Record<ComparedField, string>> = {
  title: 'Title',
  description: 'Description',
  tags: 'Tags',
  unitPrice: 'Unit price',
};

function describeEdit(fields: readonly ComparedField[]) {
  const [first, ...others] = fields;
  if (!first) return 'Changed';
  if (first === 'price') return 'Price shown now';
  return others.length > 0 ? 'Text changed' : `${fieldNames[first] ?? 'Text'} changed`;
}

/** Returns the time of the latest news of a house. */
export const timeOfNews = (house: NewsSource) => Math.max(...newsOf(house).map(({ time }) => time));

const plainNames = { new: 'New', returned: 'Back on offer', removed: 'Removed' };

/** Names a piece of news: 'New', '▼ 14 万', 'Title changed'. */
export function describeNews({ kind, amount, fields }: Pick<HouseNews, 'kind' | 'amount' | 'fields'>) {
  if (kind === 'edited') return describeEdit(fields);
  if (kind === 'cheaper' || kind === 'dearer') return `${kind === 'cheaper' ? '▼' : '▲'} ${formatPrice(amount)}`;
  return plainNames[kind];
}
