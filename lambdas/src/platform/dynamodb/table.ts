import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { StoredItem } from './item.ts';

/** A domain's table, and who talks to it. */
export interface Table {
  client: DynamoDBDocumentClient;
  TableName: string;
}

export interface Key {
  pk: string;
  sk: string;
}

/** Sorts as text like the number it is. */
export const timeKey = (ms: number) => String(ms).padStart(13, '0');

/** Every row of a query, page after page as they are wanted. */
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

/** Whether a write went through; false when its condition did not hold. */
export async function conditionHeld(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** For a write whose answer matters: an empty one when its condition did not hold. */
export function emptyIfConditionFailed(error: unknown): { Attributes?: StoredItem } {
  if (error instanceof ConditionalCheckFailedException) return {};
  throw error;
}
