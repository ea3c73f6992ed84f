import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { NewsRules } from 'shared-types/contract/account/notify';
import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';
import { newsTopics } from 'shared-types/rules/notify/topics';
import * as z from 'zod';
import { schemaReader, type StoredItem } from '../../platform/dynamodb/item.ts';
import { queryAll } from '../../platform/dynamodb/read-many.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { rulesPartition } from '../../platform/news/keys.ts';
import { rulesKey } from '../keys.ts';

/** An item has the keys of the table as well. A person has not decided on a topic that did not exist, so it is told. */
const read = schemaReader(
  NewsRules.strip()
    .extend({ offered: z.array(z.string()) })
    .transform(({ offered, topics, ...rules }) => ({
      ...rules,
      topics: [...topics, ...newsTopics.filter((topic) => !offered.includes(topic))],
    })),
);

export function rulesStore(table: Table) {
  const { client, TableName } = table;
  return {
    async getRules(userId: string): Promise<NewsRules> {
      const get = new GetCommand({ TableName, Key: rulesKey(userId), ConsistentRead: true });
      return read((await client.send(get)).Item) ?? defaultNewsRules;
    },

    /** Lists the rules of everyone who has saved any. */
    async listRules(): Promise<Map<string, NewsRules>> {
      const rows = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': rulesPartition },
        ConsistentRead: true,
      });
      const parsed = rows.flatMap((row: StoredItem) => {
        const rules = read(row);
        return rules ? [[String(row['sk']), rules] as const] : [];
      });
      return new Map(parsed);
    },

    /** The last change wins: the page sends all rules at once. */
    async putRules(userId: string, rules: NewsRules): Promise<void> {
      await client.send(new PutCommand({ TableName, Item: { ...rulesKey(userId), ...rules, offered: newsTopics } }));
    },
  };
}
