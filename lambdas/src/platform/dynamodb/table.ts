import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { AppError } from '../app-error.ts';
import type { Row } from './item.ts';

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
  let from: Row | undefined = input.ExclusiveStartKey;
  do {
    const { Items, LastEvaluatedKey } = await client.send(
      new QueryCommand({ TableName, ...input, ...(from ? { ExclusiveStartKey: from } : {}) }),
    );
    const rows: Row[] = Items ?? [];
    yield rows;
    from = LastEvaluatedKey;
  } while (from);
}

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

/** For a write whose answer matters: an empty one when its condition did not hold. */
export function nothingIfRefused(error: unknown): { Attributes?: Row } {
  if (error instanceof ConditionalCheckFailedException) return {};
  throw error;
}

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const mostConflicts = 6;

/** Somebody who writes a row in a transaction keeps others out for a moment: they come again. */
export async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tries === mostConflicts) {
        throw new AppError('unavailable', 'Too much happens to this at once. Try again in a moment.', {
          retryAfterSeconds: 1,
        });
      }
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** tries * (1 + Math.random())));
    }
  }
}

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  return error instanceof TransactionCanceledException && codesOf(error).includes('TransactionConflict');
}

const codesOf = ({ CancellationReasons: reasons = [] }: TransactionCanceledException) =>
  reasons.map(({ Code }) => Code);

/** All or nothing. Tells which parts' conditions did not hold, by their place: none when it went through. */
export const transact = (client: DynamoDBDocumentClient, TransactItems: Write[]): Promise<number[]> =>
  persistently(async () => {
    try {
      await client.send(new TransactWriteCommand({ TransactItems }));
      return [];
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const refused = codesOf(error).flatMap((code, place) => (code === 'ConditionalCheckFailed' ? [place] : []));
      if (refused.length === 0) throw error;
      return refused;
    }
  });
