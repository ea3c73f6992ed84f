import { createHash } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';

/** A table, and who talks to it. */
export interface Table {
  client: DynamoDBDocumentClient;
  TableName: string;
}

export type Row = Record<string, unknown>;

/** Of a secret only this is stored: whoever reads the table can pretend to nothing. */
export const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** 256 random bits in base64url. Anything else was never given out, and costs no read. */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text);

/** When the table may forget a row, in seconds. Whether a row still counts is asked of the clock, never of this. */
export const ttlOf = (expiresAtMs: number) => Math.ceil(expiresAtMs / 1000);

/** Whether a write went through; false when its condition did not hold. */
export async function unlessRefused(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

const mostConflicts = 5;

/** All or nothing; false when a condition did not hold. */
export async function transact(
  client: DynamoDBDocumentClient,
  TransactItems: NonNullable<TransactWriteCommandInput['TransactItems']>,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems }));
      return true;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      if (codes.includes('ConditionalCheckFailed')) return false;
      // Somebody writes one of these rows at this very moment: it will be over in a moment.
      if (!codes.includes('TransactionConflict') || tries === mostConflicts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** tries));
    }
  }
}

/** Every row of one key of the index. */
export async function queryIndex({ client, TableName }: Table, pk: string, skPrefix: string): Promise<Row[]> {
  const input: QueryCommandInput = {
    TableName,
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk AND begins_with(gsi1sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': skPrefix },
  };
  const rows: Row[] = [];
  let from: Row | undefined;
  do {
    const page = await client.send(new QueryCommand({ ...input, ...(from ? { ExclusiveStartKey: from } : {}) }));
    rows.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return rows;
}
