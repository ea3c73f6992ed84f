import { type ChangeTimes, type ComparedField, isUnread } from './house.ts';

/** The kinds of news. A house is 'edited' when one of its texts, or its unit price without the price, has changed. */
export const newsKinds = ['new', 'cheaper', 'dearer', 'returned', 'removed', 'edited'] as const;
export type NewsKind = (typeof newsKinds)[number];

export interface HouseNews {
  kind: NewsKind;
  time: number;
  /** The amount in 万元 by which a price fell or rose, otherwise 0. */
  amount: number;
  /** The fields of an edited house, as far as they are known. */
  fields: readonly ComparedField[];
}

export interface NewsSource {
  createTime: number;
  updateTime: number;
  readTime: number | null;
  removed: boolean;
  hidden?: boolean;
  price: number | null;
  prices: readonly { time: number; price: number }[];
  changeTimes: ChangeTimes;
}

const editedFields = ['title', 'description', 'tags', 'unitPrice'] as const;

/**
 * Returns why a house is unread: all that changed since its user read it, or since it was first listed. If the house has
 * been read, returns its last change. The list is never empty.
 */
export function newsOf(house: NewsSource): HouseNews[] {
  const { createTime, updateTime, readTime, removed, changeTimes } = house;
  const since = Math.max(createTime + 1, isUnread(house) ? (readTime ?? 0) : updateTime);
  const isRecent = (field: ComparedField) => (changeTimes[field] ?? 0) >= since;
  if (removed) return [news('removed', changeTimes.removed ?? updateTime)];
  if (updateTime < since) return [news('new', createTime)];

  const found: HouseNews[] = [];
  const amount = priceChangeSince(house, since);
  if (amount !== 0) found.push(news(amount < 0 ? 'cheaper' : 'dearer', house.prices.at(-1)?.time, Math.abs(amount)));
  if (isRecent('removed')) found.push(news('returned', changeTimes.removed));
  const fields = editedFields.filter((field) => isRecent(field) && !(field === 'unitPrice' && isRecent('price')));
  if (fields.length > 0)
    found.push({ ...news('edited', Math.max(...fields.map((field) => changeTimes[field] ?? 0))), fields });
  return found.length > 0 ? found : [news('edited', updateTime)];

  function news(kind: NewsKind, time = updateTime, changedBy = 0): HouseNews {
    return { kind, time, amount: changedBy, fields: [] };
  }
}

/** Returns the price now less the price at that time, in 万元 with two decimals. */
function priceChangeSince({ price, prices }: Pick<NewsSource, 'price' | 'prices'>, since: number) {
  const then = prices.findLast(({ time }) => time < since) ?? prices[0];
  return price === null || !then ? 0 : Math.round((price - then.price) * 100) / 100;
}
