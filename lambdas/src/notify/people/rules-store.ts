import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { NewsRules } from 'shared-types/contract/account/notify';
import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';
import { newsTopics } from 'shared-types/rules/notify/topics';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { putNextVersion } from '../../platform/versions/put-next-version.ts';
import { queryAll } from '../../platform/dynamodb/read-many.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { rulesPartition } from '../../platform/news/keys.ts';
import { rulesKey } from '../keys.ts';

const { shape } = NewsRules;

const readRules = (item: StoredItem | undefined): NewsRules | undefined =>
  readItem(item, (from) => {
    const offered = from.texts('offered');
    return {
      // A person has not decided on a topic that did not exist, so it is told.
      topics: [...from.parsed('topics', shape.topics), ...newsTopics.filter((topic) => !offered.includes(topic))],
      cheaperBy: from.number('cheaperBy'),
      communities: from.parsed('communities', shape.communities),
      views: from.parsed('views', shape.views),
      digestAt: from.numberOrNull('digestAt'),
      quiet: from.parsed('quiet', shape.quiet),
      timeZone: from.text('timeZone'),
      language: from.oneOf('language', shape.language.options),
      version: from.number('version'),
    };
  });

export type RulesStore = ReturnType<typeof rulesStore>;

export function rulesStore(table: Table) {
  const { client, TableName } = table;
  return {
    async getRules(userId: string): Promise<NewsRules> {
      const get = new GetCommand({ TableName, Key: rulesKey(userId), ConsistentRead: true });
      return readRules((await client.send(get)).Item) ?? defaultNewsRules;
    },

    /** Lists the rules of everyone who has saved any. */
    async listRules(): Promise<Map<string, NewsRules>> {
      const rows = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': rulesPartition },
        ConsistentRead: true,
      });
      const parsed = rows.flatMap((row: StoredItem) => {
        const rules = readRules(row);
        return rules ? [[String(row['sk']), rules] as const] : [];
      });
      return new Map(parsed);
    },

    /** Replaces the rules of a version by those of the next. It returns false when they have another version by now. */
    putRules(userId: string, rules: NewsRules): Promise<boolean> {
      return putNextVersion(table, rulesKey(userId), { ...rules, offered: newsTopics });
    },

    async removeRules(userId: string): Promise<void> {
      await client.send(new DeleteCommand({ TableName: table.TableName, Key: rulesKey(userId) }));
    },
  };
}
