import type { StoredItem } from '../platform/dynamodb/item.ts';
import { queryPages, type Table } from '../platform/dynamodb/table.ts';

/** Reads all items of one key of the index. */
export async function queryIndex(table: Table, pk: string, skPrefix: string): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  const pages = queryPages(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk AND begins_with(gsi1sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': skPrefix },
  });
  for await (const page of pages) items.push(...page);
  return items;
}
