import { dayMs } from 'shared-types/rules/time';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ChannelAddress } from 'shared-types/contract/account/notify';
import type { ChannelState } from 'shared-types/rules/notify/channel-kinds';
import { type Condition, condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem } from '../../platform/dynamodb/item.ts';
import { queryAll } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Table, ttlOf } from '../../platform/dynamodb/table.ts';
import { sendUpdate, transact, type Write } from '../../platform/dynamodb/transaction.ts';
import { updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import { channelPartition } from '../../platform/news/keys.ts';
import {
  channelKey,
  type ChannelRef,
  codesKey,
  dueAt,
  dueAttributes,
  feedGuardKey,
  guardKey,
  type Placed,
} from '../keys.ts';
import { readChannel } from './channel.ts';

/** A count is needed until its day has ended. */
const keptCountMs = 2 * dayMs;

export interface NewChannel extends ChannelRef {
  address: ChannelAddress;
  state: ChannelState;
  signingKey: string;
  feedHash?: string;
  /** The time at which it delivers what it has kept with the address before; undefined for a channel that is new or not on. */
  dueMs?: number | undefined;
}

/** A channel that gets another address, as it was read. */
interface Replaced extends Placed {
  failures: number;
}

interface Code {
  codeHash: string;
  codeUntilMs: number;
}

/** Holds while a channel has the address with which it was read. A feed that was renewed meanwhile has another secret. */
const isPlaced = ({ address, feedHash }: Placed): Condition =>
  address.kind === 'feed' ? condition`feedHash = ${feedHash}` : condition`address = ${address}`;

export type ChannelStore = ReturnType<typeof channelStore>;

export function channelStore(table: Table) {
  const { client, TableName } = table;
  const list = async (prefix: string) => {
    const rows = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': channelPartition, ':prefix': prefix },
      ConsistentRead: true,
    });
    return rows.flatMap((row) => readItem(row, readChannel) ?? []);
  };
  /** The guard of an address belongs to the channel that has the address, so it goes with the channel. */
  async function remove(channel: Placed, unchanged: Condition, news: readonly Write[] = []): Promise<boolean> {
    const guard = guardKey(channel);
    const refused = await transact(client, [
      { Delete: { TableName, Key: channelKey(channel), ...onlyIf(unchanged) } },
      ...(guard ? [{ Delete: { TableName, Key: guard } }] : []),
      ...news,
    ]);
    return refused.length === 0;
  }
  return {
    listChannels: (userId: string) => list(`${userId}#`),
    listAllChannels: () => list(''),

    async findChannel(ref: ChannelRef) {
      const get = new GetCommand({ TableName, Key: channelKey(ref), ConsistentRead: true });
      return readItem((await client.send(get)).Item, readChannel);
    },

    /** Finds the channel of a feed. Anyone may ask, so a hash that no feed has costs one small read. */
    async findFeed(feedHash: string) {
      const get = new GetCommand({ TableName, Key: feedGuardKey(feedHash), ConsistentRead: true });
      const sk = readItem((await client.send(get)).Item, (from) => from.text('channel'));
      if (sk === undefined) return undefined;
      const getChannel = new GetCommand({ TableName, Key: { pk: channelPartition, sk }, ConsistentRead: true });
      const channel = readItem((await client.send(getChannel)).Item, readChannel);
      // The channel may have got another secret since its guard was read.
      return channel?.feedHash === feedHash ? channel : undefined;
    },

    /**
     * Adds a channel, or gives `before` another address; its pending news stays, and need not wait for the next attempt of an address
     * that has failed. The number of its messages goes on, so that news about the channel has another id. `replaced` is the channel of
     * the person who has used the same browser before, and `news` tells its end. Returns false when one of them has changed meanwhile,
     * or another channel has got the address.
     */
    async putChannel(
      { userId, channelId, dueMs, ...channel }: NewChannel,
      before?: Replaced,
      replaced?: Placed,
      news: readonly Write[] = [],
    ): Promise<boolean> {
      const Key = channelKey({ userId, channelId });
      const guard = guardKey({ userId, ...channel });
      const left = before && guardKey(before);
      const isMoved = left !== undefined && left.pk !== guard?.pk;
      const due = dueMs !== undefined && dueAt({ userId, channelId }, dueMs);
      const isFailing = before !== undefined && before.failures > 0;
      const holders = condition`channel IN (${Key.sk}, ${channelKey(replaced ?? { userId, channelId }).sk})`;
      const refused = await transact(client, [
        updateWrite({
          TableName,
          Key,
          set: { userId, channelId, ...channel, failures: 0, ...(isFailing && due) },
          ...(due && !isFailing && { setOnce: due }),
          ...(before && { add: { sent: 1 } }),
          remove: [
            'problem',
            'lastFailedMs',
            'failingSinceMs',
            ...(isFailing && !due ? dueAttributes : []),
            // What comes of a message to the address before means nothing for this one. The time of the lease still runs.
            ...(isMoved ? ['leaseId'] : []),
          ],
          when: before
            ? condition`failures = ${before.failures} AND ${isPlaced(before)}`
            : condition`attribute_not_exists(pk)`,
        }),
        ...(guard
          ? [
              {
                Put: {
                  TableName,
                  Item: { ...guard, channel: Key.sk },
                  ...onlyIf(condition`attribute_not_exists(pk) OR ${holders}`),
                },
              },
            ]
          : []),
        ...(isMoved ? [{ Delete: { TableName, Key: left } }] : []),
        ...(replaced
          ? [
              {
                Delete: {
                  TableName,
                  Key: channelKey(replaced),
                  ...onlyIf(isPlaced(replaced)),
                },
              },
            ]
          : []),
        ...news,
      ]);
      return refused.length === 0;
    },

    async getCodeCount(userId: string, day: string): Promise<number> {
      const get = new GetCommand({ TableName, Key: codesKey(userId, day), ConsistentRead: true });
      return readItem((await client.send(get)).Item, (from) => from.number('codes')) ?? 0;
    },

    /** Counts a code before it is mailed. Returns false when the person has had `most` on this day. */
    async countCode(userId: string, day: string, most: number): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key: codesKey(userId, day),
        set: { ttl: ttlOf(Date.parse(day) + keptCountMs) },
        add: { codes: 1 },
        when: condition`attribute_not_exists(codes) OR codes < ${most}`,
      });
      return conditionHeld(client.send(new UpdateCommand(update)));
    },

    /** Stores the hash of a mailed code. Returns false when the channel has been removed meanwhile. */
    async putCode(ref: ChannelRef, code: Code): Promise<boolean> {
      const set = { ...code, codeTries: 0 };
      const when = condition`attribute_exists(pk)`;
      return conditionHeld(sendUpdate(client, updateItem({ TableName, Key: channelKey(ref), set, when })));
    },

    /** Counts a try before it is compared. Returns false when all tries of this code are used up. */
    async countTry(ref: ChannelRef, codeHash: string, most: number): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key: channelKey(ref),
        add: { codeTries: 1 },
        when: condition`codeHash = ${codeHash} AND codeTries < ${most}`,
      });
      return conditionHeld(sendUpdate(client, update));
    },

    /**
     * Turns a channel on whose code has come back; it then delivers what it has kept with the address before. Returns false when
     * another code was mailed meanwhile.
     */
    async confirmChannel(ref: ChannelRef, code: string, nowMs: number): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key: channelKey(ref),
        set: { state: 'on' },
        setOnce: dueAt(ref, nowMs),
        // The mail with the code has taken the lease, which the first news need not wait for.
        remove: ['codeHash', 'leaseId', 'leaseUntilMs'],
        when: condition`codeHash = ${code}`,
      });
      return conditionHeld(sendUpdate(client, update));
    },

    /** Removes a channel. Returns false when it has been removed or has got another address meanwhile. */
    removeChannel: (channel: Placed): Promise<boolean> => remove(channel, isPlaced(channel)),

    /**
     * Removes a channel that its service has given up, and stores the news about it. One that has got another address since it was
     * claimed has no lease.
     */
    async removeGone(channel: Placed, leaseId: string, news: readonly Write[]): Promise<void> {
      await remove(channel, condition`leaseId = ${leaseId}`, news);
    },
  };
}
