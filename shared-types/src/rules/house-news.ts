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
 * Returns why a house is unread: all that changed since its user read it. A house that its user has never read is new, and what
 * has changed since it was first listed is told beside that. If the house has been read, returns its last change. The list is
 * never empty.
 */
export function newsOf(house: NewsSource): HouseNews[] {
  const { createTime, updateTime, readTime, removed, changeTimes } = house;
  const seenTime = isUnread(house) ? (readTime ?? 0) : updateTime;
  const since = Math.max(createTime + 1, seenTime);
  const isRecent = (field: ComparedField) => (changeTimes[field] ?? 0) >= since;
  if (removed) return [news('removed', changeTimes.removed ?? updateTime)];

  const found = seenTime <= createTime ? [news('new', createTime)] : [];
  const amount = priceChangeSince(house, since);
  if (amount !== 0) found.push(news(amount < 0 ? 'cheaper' : 'dearer', house.prices.at(-1)?.time, Math.abs(amount)));
  if (isRecent('removed')) found.push(news('returned', changeTimes.removed));
  const fields: ComparedField[] = editedFields.filter(
    (field) => isRecent(field) && !(field === 'unitPrice' && isRecent('price')),
  );
  // The first price that the site shows of a house is neither lower nor higher than another one.
  if (isRecent('price') && house.prices.length === 1) fields.push('price');
  if (fields.length > 0)
    found.push({ ...news('edited', Math.max(...fields.map((field) => changeTimes[field] ?? 0))), fields });
  return found.length > 0 ? found : [news('edited', updateTime)];

  function news(kind: NewsKind, time = updateTime, changedBy = 0): HouseNews {
    return { kind, time, amount: changedBy, fields: [] };
  }
}

/** Returns what has changed of an unread house since this time, which is earlier than its update. */
export const newsSince = (house: NewsSource, sinceMs: number): HouseNews[] =>
  newsOf({ ...house, readTime: Math.max(house.readTime ?? 0, sinceMs) });

/** Returns the price now less the price at that time, in 万元 with two decimals. */
function priceChangeSince({ price, prices }: Pick<NewsSource, 'price' | 'prices'>, since: number) {
  const then = prices.findLast(({ time }) => time < since) ?? prices[0];
  return price === null || !then ? 0 : Math.round((price - then.price) * 100) / 100;
}
