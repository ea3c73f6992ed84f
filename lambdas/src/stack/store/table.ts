import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';

/** The table of the stacks, and who talks to it. */
export interface Table {
  client: DynamoDBDocumentClient;
  TableName: string;
}

export const stackPk = (stackName: string) => `STACK#${stackName}`;

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

const mostConflicts = 6;

/** All or nothing; false when a condition did not hold. */
export async function transact(
  { client }: Table,
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
