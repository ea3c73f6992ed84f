import { channelPartition, duePartition, rulesPartition } from '../platform/news/keys.ts';
import type { ChannelAddress } from 'shared-types/contract/account/notify';
import { type Key, timeKey } from '../platform/dynamodb/table.ts';
import { sha256 } from '../platform/token.ts';

/** A channel by its person and its own id. */
export interface ChannelRef {
  userId: string;
  channelId: string;
}

export const channelKey = ({ userId, channelId }: ChannelRef): Key => ({
  pk: channelPartition,
  sk: `${userId}#${channelId}`,
});

export const dueAttributes = ['dueMs', 'gsi1pk', 'gsi1sk'];
/** Returns the attributes of a channel that delivers at a time. */
export const dueAt = (ref: ChannelRef, dueMs: number) => ({
  dueMs,
  gsi1pk: duePartition,
  gsi1sk: `${timeKey(dueMs)}#${channelKey(ref).sk}`,
});

/** A channel with the address that it had when it was read. */
export interface Placed extends ChannelRef {
  address: ChannelAddress;
  /** The hash of the secret of a feed. */
  feedHash?: string;
}

/**
 * Returns the key of the guard of an address, which one channel has at a time. A browser has one user, the newest. Any other address
 * may be that of several people, once for each. A feed is found by its secret, which is its address.
 */
export function guardKey({ userId, address, feedHash }: Omit<Placed, 'channelId'>): Key | undefined {
  if (address.kind === 'feed') return feedHash === undefined ? undefined : feedGuardKey(feedHash);
  const parts =
    address.kind === 'push'
      ? [address.endpoint]
      : [
          userId,
          ...Object.entries(address)
            .toSorted(([one], [other]) => (one < other ? -1 : 1))
            .flat(),
        ];
  return { pk: `ADDRESS#${sha256(JSON.stringify(parts))}`, sk: 'ADDRESS' };
}
/** Returns the key of the guard of a feed, by the hash of its secret. */
export const feedGuardKey = (feedHash: string): Key => ({ pk: `ADDRESS#${feedHash}`, sk: 'ADDRESS' });
/** Returns the key of the entries of a feed, by the hash of its secret. */
export const feedKey = (feedHash: string) => `FEED#${feedHash}`;
/** Returns the key of the codes that a person had mailed on a day, as in '2026-11-21'. */
export const codesKey = (userId: string, day: string): Key => ({ pk: `CODES#${userId}`, sk: day });
/** The key pair of the site for the services of browsers. */
export const pushKeysKey: Key = { pk: 'PUSH', sk: 'KEYS' };
export const rulesKey = (userId: string): Key => ({ pk: rulesPartition, sk: userId });
