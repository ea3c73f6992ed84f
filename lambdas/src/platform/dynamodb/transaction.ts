import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { AppError } from '../app-error.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const maxAttempts = 6;

/** Waits before the next attempt, exponentially longer each time and with jitter. After the last attempt it gives up. */
export async function backOff(attempt: number): Promise<void> {
  if (attempt >= maxAttempts) {
    throw new AppError('unavailable', 'Too many changes at once. Try again in a moment.', { retryAfterSeconds: 1 });
  }
  await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt * (1 + Math.random())));
}

/** Retries work that conflicts with another transaction on the same item. */
export async function retryWithBackoff<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      await backOff(attempt);
    }
  }
}

/** Updates an item that is also written by transactions. DynamoDB refuses each other write of it while one of them is in progress. */
export const sendUpdate = (client: DynamoDBDocumentClient, input: UpdateCommandInput) =>
  retryWithBackoff(() => client.send(new UpdateCommand(input)));

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  return error instanceof TransactionCanceledException && codesOf(error).includes('TransactionConflict');
}

const codesOf = ({ CancellationReasons: reasons = [] }: TransactionCanceledException) =>
  reasons.map(({ Code }) => Code);

/** Writes all items or none. The result lists the indexes of the writes whose conditions did not hold; it is empty after success. */
export const transact = (client: DynamoDBDocumentClient, TransactItems: Write[]): Promise<number[]> =>
  retryWithBackoff(async () => {
    try {
      await client.send(new TransactWriteCommand({ TransactItems }));
      return [];
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const refused = codesOf(error).flatMap((code, index) => (code === 'ConditionalCheckFailed' ? [index] : []));
      if (refused.length === 0) throw error;
      return refused;
    }
  });
