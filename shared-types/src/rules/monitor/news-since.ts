import { type HouseNews, newsOf, type NewsSource } from '../house-news.ts';

/**
 * Returns what has changed of an unread house since this time, which is earlier than its update. A house that was first listed
 * since then is new, whatever has changed after that.
 */
export function newsSince(house: NewsSource, sinceMs: number): HouseNews[] {
  const { createTime, readTime, removed } = house;
  const seenMs = Math.max(readTime ?? 0, sinceMs);
  if (!removed && createTime > seenMs) return [{ kind: 'new', time: createTime, amount: 0, fields: [] }];
  return newsOf({ ...house, readTime: seenMs });
}
