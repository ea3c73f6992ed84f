import { channelPartition, rulesPartition } from '../platform/news/keys.ts';
import type { Key } from '../platform/dynamodb/table.ts';

/** A channel by its person and its own id. */
export interface ChannelRef {
  userId: string;
  channelId: string;
}

export const channelKey = ({ userId, channelId }: ChannelRef): Key => ({
  pk: channelPartition,
  sk: `${userId}#${channelId}`,
});
/** Returns the key of the entries of a feed, by the hash of its secret. */
export const feedKey = (feedHash: string) => `FEED#${feedHash}`;
/** Returns the key of the codes that a person had mailed on a day, as in '2026-11-21'. */
export const codesKey = (userId: string, day: string): Key => ({ pk: `CODES#${userId}`, sk: day });
/** The key pair of the site for the services of browsers. */
export const pushKeysKey: Key = { pk: 'PUSH', sk: 'KEYS' };
export const rulesKey = (userId: string): Key => ({ pk: rulesPartition, sk: userId });
