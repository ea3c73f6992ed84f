import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Sentence } from 'shared-types/rules/notify/topics';
import { condition } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { batchGet } from '../../platform/dynamodb/read-many.ts';
import {
  conditionHeld,
  emptyIfConditionFailed,
  queryPages,
  type Table,
  timeKey,
} from '../../platform/dynamodb/table.ts';
import { sendUpdate, transact, type Write } from '../../platform/dynamodb/transaction.ts';
import { type ItemUpdate, updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import { channelPartition, duePartition, newsKey } from '../../platform/news/keys.ts';
import type { News } from '../../platform/news/news.ts';
import { channelKey, type ChannelRef, dueAt, dueAttributes } from '../keys.ts';
import { type Channel, readChannel } from '../people/channel.ts';
import { partKeysOf, readNews } from './news-item.ts';

/** A delivery has ended, or its function is dead, after this time. */
export const leaseMs = 60_000;

/** Something that is due: news that the channels do not have yet, or a channel with something to deliver. */
export type Due = { kind: 'news'; newsId: string } | ({ kind: 'channel' } & ChannelRef);

/** A channel that takes news, and the time of its next delivery; undefined for one that is off. */
export interface Taker {
  ref: ChannelRef;
  dueMs: number | undefined;
  /** The failures that led to this time. A service that refuses meanwhile may want to rest for longer. */
  failures: number;
}

/** The end of an attempt to deliver. */
export interface DeliveryEnd {
  /** The ids of the news that need not be told again. */
  told: readonly string[];
  /** The time at which what is left is delivered; null for none. */
  dueMs: number | null;
  /** A time of the next delivery that the channel has already stays. */
  isDueKept?: true;
  /** The time at which a message was accepted; undefined when none was. */
  sentMs?: number;
  /** Earlier failures do not count any more. */
  isClear?: true;
  /** The service says that the address will never work again. */
  isGone?: true;
  failure?: {
    problem: Sentence;
    lastFailedMs: number;
    failingSinceMs: number;
    failures: number;
    state?: 'paused' | 'gone';
  };
}

export type OutboxStore = ReturnType<typeof outboxStore>;

/** Keeps the news on its way to the channels. Each step is one write, and a step that is repeated changes nothing. */
export function outboxStore(table: Table) {
  const { client, TableName } = table;
  async function withParts(heads: readonly StoredItem[]): Promise<News[]> {
    const parts = await batchGet(table, heads.flatMap(partKeysOf), { ConsistentRead: true });
    return heads.flatMap((head) => readNews(head, parts) ?? []);
  }
  function endOf(
    ref: ChannelRef,
    leaseId: string,
    { told, dueMs, isDueKept, sentMs, isClear, failure }: DeliveryEnd,
  ): ItemUpdate {
    const isSent = sentMs !== undefined;
    // An accepted test leaves the message that is on its way as it is.
    const isOver = told.length > 0;
    return {
      TableName,
      Key: channelKey(ref),
      set: {
        ...(isSent && { state: 'on', lastSentMs: sentMs }),
        ...((isSent || isClear) && { failures: 0 }),
        // The account page is in English.
        ...(failure && { ...failure, problem: failure.problem.en }),
        ...(dueMs !== null && !isDueKept && dueAt(ref, dueMs)),
      },
      ...(dueMs !== null && isDueKept && { setOnce: dueAt(ref, dueMs) }),
      // A channel that was off until now may have taken news without a time.
      ...(isSent && dueMs === null && { setOnce: dueAt(ref, sentMs) }),
      // A message that was left out has a number, too: a service may have taken it in an attempt whose end is not known.
      ...(isOver && { add: { sent: 1 } }),
      remove: [
        'leaseId',
        'leaseUntilMs',
        ...(isOver ? ['sending'] : []),
        ...(isSent || isClear ? ['lastFailedMs', 'failingSinceMs'] : []),
        // Its person reads why the last message failed until one has been accepted.
        ...(isSent ? ['problem'] : []),
      ],
      ...(told.length > 0 && { deleteFrom: { pending: new Set(told) } }),
      when: condition`leaseId = ${leaseId}`,
    };
  }
  /** A channel that has nothing to deliver, or is off, is not due. News that came meanwhile keeps it due. */
  async function rest(ref: ChannelRef): Promise<void> {
    const update = updateItem({
      TableName,
      Key: channelKey(ref),
      remove: dueAttributes,
      when: condition`attribute_exists(address) AND (attribute_not_exists(pending) OR state <> ${'on'})`,
    });
    await conditionHeld(sendUpdate(client, update));
  }
  return {
    rest,

    /** Yields what is due, the oldest first. */
    async *pagesOfDue(nowMs: number): AsyncGenerator<Due[]> {
      const pages = queryPages(table, {
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk <= :until',
        ExpressionAttributeValues: { ':pk': duePartition, ':until': `${timeKey(nowMs)}#~` },
      });
      for await (const page of pages) yield page.map(dueOf);
    },

    /** Finds news that the channels do not have yet. */
    async findUntold(newsId: string): Promise<News | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key: newsKey(newsId), ConsistentRead: true }));
      if (Item?.['gsi1pk'] === undefined) return undefined;
      const [news] = await withParts([Item]);
      return news;
    },

    async listNews(newsIds: readonly string[]): Promise<News[]> {
      return withParts(await batchGet(table, newsIds.map(newsKey), { ConsistentRead: true }));
    },

    /** Returns the time of each of the news that is not forgotten, by its id. */
    async timesOf(newsIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const options = { ConsistentRead: true, ProjectionExpression: 'newsId, atMs' };
      const heads = await batchGet(table, newsIds.map(newsKey), options);
      return new Map(heads.map((head) => [String(head['newsId']), Number(head['atMs'])]));
    },

    /**
     * Hands news to its channels, all at once. Returns false when they have it already, or one of them has been removed, has failed
     * or was turned on meanwhile: what a channel that is on has to deliver needs a time.
     */
    async handOut(newsId: string, takers: readonly Taker[]): Promise<boolean> {
      const refused = await transact(client, [
        updateWrite({
          TableName,
          Key: newsKey(newsId),
          remove: ['gsi1pk', 'gsi1sk'],
          when: condition`attribute_exists(gsi1pk)`,
        }),
        ...takers.map(({ ref, dueMs, failures }) =>
          updateWrite({
            TableName,
            Key: channelKey(ref),
            add: { pending: new Set([newsId]) },
            ...(dueMs !== undefined && { set: dueAt(ref, dueMs) }),
            when:
              dueMs === undefined ? condition`state IN (${'paused'}, ${'gone'})` : condition`failures = ${failures}`,
          }),
        ),
      ]);
      return refused.length === 0;
    },

    /** Claims a channel for one delivery. Undefined when another one is in progress or the channel was removed. */
    async claim(ref: ChannelRef, leaseId: string, nowMs: number) {
      const update = updateItem({
        TableName,
        Key: channelKey(ref),
        set: { leaseId, leaseUntilMs: nowMs + leaseMs },
        // A lease that ends later than any that is taken now comes from a clock that was ahead.
        when: condition`attribute_exists(address) AND (attribute_not_exists(leaseUntilMs) OR leaseUntilMs <= ${nowMs} OR leaseUntilMs > ${nowMs + 2 * leaseMs})`,
      });
      const { Attributes } = await sendUpdate(client, { ...update, ReturnValues: 'ALL_NEW' }).catch(
        emptyIfConditionFailed,
      );
      return readItem(Attributes, readChannel);
    },

    /** Keeps which news a message has, so that each attempt has the same. Returns false when the lease is over. */
    async beginMessage(ref: ChannelRef, leaseId: string, newsIds: readonly string[]): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key: channelKey(ref),
        set: { sending: new Set(newsIds) },
        when: condition`leaseId = ${leaseId}`,
      });
      return conditionHeld(sendUpdate(client, update));
    },

    /** Records the end of an attempt in one write, which also ends the lease. Returns the channel after it. */
    async endDelivery(ref: ChannelRef, leaseId: string, end: DeliveryEnd): Promise<Channel | undefined> {
      const update = { ...updateItem(endOf(ref, leaseId, end)), ReturnValues: 'ALL_NEW' as const };
      const { Attributes } = await sendUpdate(client, update).catch(emptyIfConditionFailed);
      if (Attributes && (end.dueMs === null || !end.failure)) await rest(ref);
      return readItem(Attributes, readChannel);
    },

    /** Records that an attempt has ended with the channel off, and stores the news about it. Neither is so when the lease is over. */
    async turnOff(ref: ChannelRef, leaseId: string, end: DeliveryEnd, news: readonly Write[]): Promise<void> {
      const refused = await transact(client, [updateWrite(endOf(ref, leaseId, end)), ...news]);
      if (refused.length === 0) await rest(ref);
    },

    /** Gives a channel another time of its next delivery, unless it has got one meanwhile or has nothing to deliver any more. */
    async moveDue(ref: ChannelRef, fromMs: number, toMs: number): Promise<void> {
      const update = updateItem({
        TableName,
        Key: channelKey(ref),
        set: dueAt(ref, toMs),
        when: condition`dueMs = ${fromMs}`,
      });
      await conditionHeld(sendUpdate(client, update));
    },
  };
}

function dueOf(row: StoredItem): Due {
  if (row['pk'] !== channelPartition) return { kind: 'news', newsId: String(row['newsId']) };
  return { kind: 'channel', userId: String(row['userId']), channelId: String(row['channelId']) };
}
