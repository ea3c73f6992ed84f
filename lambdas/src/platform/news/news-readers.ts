import { readItem } from '../dynamodb/item.ts';
import { queryAll } from '../dynamodb/read-many.ts';
import type { Table } from '../dynamodb/table.ts';
import { channelPartition, rulesPartition } from './keys.ts';

export interface NewsReader {
  userId: string;
  /** The query strings of the saved views that the person's rules name. */
  views: string[];
}

const all = (partition: string) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': partition },
});

/** Finds the people who have a channel. It is apart from the news desk, because most tellers do not ask. */
export const newsReaders = (table: Table) => ({
  async listReaders(): Promise<NewsReader[]> {
    const channels = await queryAll(table, { ...all(channelPartition), ProjectionExpression: 'userId' });
    if (channels.length === 0) return [];
    const viewsOf = new Map<string, string[]>();
    for (const row of await queryAll(table, all(rulesPartition)))
      readItem(row, (from) =>
        viewsOf.set(
          from.text('sk'),
          from.entries('views').map((view) => view.text('query')),
        ),
      );
    return [...new Set(channels.map(({ userId }) => String(userId)))].map((userId) => ({
      userId,
      views: viewsOf.get(userId) ?? [],
    }));
  },
});

export type NewsReaders = ReturnType<typeof newsReaders>;
