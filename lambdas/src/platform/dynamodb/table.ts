import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { StoredItem } from './item.ts';

/** A domain's table and its client. */
export interface Table {
  client: DynamoDBDocumentClient;
  TableName: string;
}

export interface Key {
  pk: string;
  sk: string;
}

/** Converts an expiry into DynamoDB's TTL in seconds. DynamoDB may delete hours later, so readers check the clock themselves. */
export const ttlOf = (expiresAtMs: number) => Math.ceil(expiresAtMs / 1000);

/** Formats a time so that it sorts as text. */
export const timeKey = (ms: number) => String(ms).padStart(13, '0');

/** Yields the items of a query page by page, and reads the next page only when it is needed. */
export async function* queryPages({ client, TableName }: Table, input: Omit<QueryCommandInput, 'TableName'>) {
  let from: StoredItem | undefined = input.ExclusiveStartKey;
  do {
    const { Items, LastEvaluatedKey } = await client.send(
      new QueryCommand({ TableName, ...input, ...(from ? { ExclusiveStartKey: from } : {}) }),
    );
    const rows: StoredItem[] = Items ?? [];
    yield rows;
    from = LastEvaluatedKey;
  } while (from);
}

/** Waits for a conditional write. The result is false when its condition did not hold. */
export async function conditionHeld(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** Catches the failed condition of a write whose attributes matter: the result then has none. */
export function emptyIfConditionFailed(error: unknown): { Attributes?: StoredItem } {
  if (error instanceof ConditionalCheckFailedException) return {};
  throw error;
}
