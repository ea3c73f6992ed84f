import type { StoredItem } from '../platform/dynamodb/item.ts';
import { queryPages, type Table } from '../platform/dynamodb/table.ts';

/** When the table may forget a row, in seconds. Whether a row still counts is asked of the clock, never of this. */
export const ttlOf = (expiresAtMs: number) => Math.ceil(expiresAtMs / 1000);

/** Every row of one key of the index. */
export async function queryIndex(table: Table, pk: string, skPrefix: string): Promise<StoredItem[]> {
  const rows: StoredItem[] = [];
  const pages = queryPages(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk AND begins_with(gsi1sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': skPrefix },
  });
  for await (const page of pages) rows.push(...page);
  return rows;
}
