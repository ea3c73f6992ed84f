import { dayMs } from 'shared-types/rules/time';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { readItem } from '../../platform/dynamodb/item.ts';
import { type Table, ttlOf } from '../../platform/dynamodb/table.ts';
import { feedKey } from '../keys.ts';
import type { FeedEntry } from '../messages/atom.ts';
import type { Outside } from '../services/service.ts';

/** Readers that come once a week miss nothing. */
const keptMs = 30 * dayMs;
const maxEntries = 50;

export type FeedStore = ReturnType<typeof feedStore>;

export function feedStore({ client, TableName }: Table) {
  return {
    /** Adds an entry. A repeated attempt has the number of the first one, and replaces it. */
    async putFeedEntry(feedHash: string, number: number, entry: FeedEntry): Promise<void> {
      const sk = `ENTRY#${String(number).padStart(9, '0')}`;
      const ttl = ttlOf(entry.atMs + keptMs);
      await client.send(new PutCommand({ TableName, Item: { pk: feedKey(feedHash), sk, ...entry, ttl } }));
    },

    /** Lists the latest entries, newest first. */
    async listFeedEntries(feedHash: string): Promise<FeedEntry[]> {
      const query = new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': feedKey(feedHash) },
        ScanIndexForward: false,
        Limit: maxEntries,
      });
      const { Items = [] } = await client.send(query);
      return Items.flatMap(
        (item) =>
          readItem(item, (from) => ({
            id: from.text('id'),
            title: from.text('title'),
            text: from.text('text'),
            url: from.text('url'),
            atMs: from.number('atMs'),
          })) ?? [],
      );
    },
  };
}

/** Returns the function that puts a message into a feed. */
export const feedKeeper =
  ({ putFeedEntry }: Pick<FeedStore, 'putFeedEntry'>): Outside['keep'] =>
  (message, { feedHash, sent, now }) =>
    putFeedEntry(feedHash, sent, { ...message, atMs: now.getTime() });
