import { BatchGetCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { StoredItem } from './item.ts';
import { type Key, queryPages, type Table } from './table.ts';
import { backOff } from './transaction.ts';

export async function queryAll(table: Table, input: Omit<QueryCommandInput, 'TableName'>): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  for await (const page of queryPages(table, input)) items.push(...page);
  return items;
}

/** DynamoDB takes no more keys in one call. */
const maxBatchGet = 100;

/**
 * Reads items by their keys, in no order. Repeated keys are sent once, because DynamoDB refuses them. Keys that a busy table
 * leaves unprocessed are sent again, with pauses. When it processes none of them for too long, the read fails.
 */
export async function batchGet(
  { client, TableName }: Table,
  keys: readonly Key[],
  options: { ConsistentRead?: boolean; ProjectionExpression?: string } = {},
): Promise<StoredItem[]> {
  const waiting = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  const items: StoredItem[] = [];
  let idleAttempts = 0;
  while (waiting.length > 0) {
    const Keys = waiting.splice(0, maxBatchGet);
    const answer = await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ...options } } }));
    items.push(...(answer.Responses?.[TableName] ?? []));
    const left = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
    if (left.length === 0) continue;
    idleAttempts = left.length < Keys.length ? 1 : idleAttempts + 1;
    await backOff(idleAttempts);
    waiting.push(...Keys.filter(({ pk, sk }) => left.some((key) => key.pk === pk && key.sk === sk)));
  }
  return items;
}
