import { BatchGetCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { StoredItem } from './item.ts';
import { type Key, queryPages, type Table } from './table.ts';

export async function queryAll(table: Table, input: Omit<QueryCommandInput, 'TableName'>): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  for await (const page of queryPages(table, input)) items.push(...page);
  return items;
}

/** DynamoDB takes no more keys in one call. */
const maxBatchGet = 100;

/** Reads items by their keys, in no order. Repeated keys are sent once, because DynamoDB refuses them. */
export async function batchGet(
  { client, TableName }: Table,
  keys: readonly Key[],
  options: { ConsistentRead?: boolean } = {},
): Promise<StoredItem[]> {
  const waiting = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  const items: StoredItem[] = [];
  while (waiting.length > 0) {
    const Keys = waiting.splice(0, maxBatchGet);
    const answer = await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ...options } } }));
    items.push(...(answer.Responses?.[TableName] ?? []));
    const left = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
    waiting.push(...Keys.filter(({ pk, sk }) => left.some((key) => key.pk === pk && key.sk === sk)));
  }
  return items;
}
