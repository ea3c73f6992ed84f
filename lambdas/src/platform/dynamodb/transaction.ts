import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { AppError } from '../app-error.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const maxAttempts = 6;

/** Somebody who writes a row in a transaction keeps others out for a moment: they come again. */
export async function retryWithBackoff<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tries === maxAttempts) {
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
  retryWithBackoff(async () => {
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
