import type { Key } from '../dynamodb/table.ts';

export const newsKey = (newsId: string): Key => ({ pk: `NEWS#${newsId}`, sk: 'NEWS' });
/** Returns the key of a part of news that its first item has no room for. */
export const newsPartKey = (newsId: string, hash: string): Key => ({ pk: newsKey(newsId).pk, sk: `PART#${hash}` });

/** The partition of the first index with everything that is due, by time. */
export const duePartition = 'DUE';
/** The partition of all channels. */
export const channelPartition = 'CHANNEL';
/** The partition of everyone's rules. */
export const rulesPartition = 'RULES';
