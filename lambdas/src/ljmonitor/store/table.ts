import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Row } from './row.ts';

/** The monitor's table, and who talks to it. */
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

export const resblockKey = (resblockId: string): Key => ({ pk: 'RESBLOCK', sk: resblockId });
/** Of a day as '2026-03-01'. */
export const figuresKey = (resblockId: string, day: string): Key => ({
  pk: `RESBLOCK#${resblockId}`,
  sk: `STATS#${day}`,
});
export const houseKey = (houseId: string): Key => ({ pk: `HOUSE#${houseId}`, sk: 'CURRENT' });
export const versionKey = (houseId: string, updateTimeMs: number): Key => ({
  pk: `HOUSE#${houseId}`,
  sk: `VERSION#${timeKey(updateTimeMs)}`,
});
export const readKey = (userId: string, houseId: string): Key => ({ pk: `READ#${userId}`, sk: houseId });
export const refreshesKey: Key = { pk: 'RUN', sk: 'CURRENT' };
export const runKey = (runId: string): Key => ({ pk: `RUN#${runId}`, sk: 'RUN' });
export const crawlKey = (runId: string, resblockId: string): Key => ({ pk: `RUN#${runId}`, sk: `TASK#${resblockId}` });

/** Every row of a query, page after page as they are wanted. */
export async function* queryPages({ client, TableName }: Table, input: Omit<QueryCommandInput, 'TableName'>) {
  let from: Row | undefined;
  do {
    const { Items, LastEvaluatedKey } = await client.send(
      new QueryCommand({ TableName, ...input, ...(from ? { ExclusiveStartKey: from } : {}) }),
    );
    const rows: Row[] = Items ?? [];
    yield rows;
    from = LastEvaluatedKey;
  } while (from);
}

export async function queryAll(table: Table, input: Omit<QueryCommandInput, 'TableName'>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of queryPages(table, input)) rows.push(...page);
  return rows;
}

const longestBatchGet = 100;

/** Rows by their keys, in no order; repeated keys are asked for once, as the service insists. */
export async function batchGet(
  { client, TableName }: Table,
  keys: readonly Key[],
  options: { ConsistentRead?: boolean; ProjectionExpression?: string } = {},
): Promise<Row[]> {
  const waiting = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  const rows: Row[] = [];
  while (waiting.length > 0) {
    const Keys = waiting.splice(0, longestBatchGet);
    const answer = await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ...options } } }));
    rows.push(...(answer.Responses?.[TableName] ?? []));
    const left = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
    waiting.push(...Keys.filter(({ pk, sk }) => left.some((key) => key.pk === pk && key.sk === sk)));
  }
  return rows;
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

const mostConflicts = 4;

/** All or nothing. Tells which parts' conditions did not hold, by their place: none when it went through. */
export async function transact(client: DynamoDBDocumentClient, TransactItems: Write[]): Promise<number[]> {
  for (let tries = 1; ; tries++) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems }));
      return [];
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      const refused = codes.flatMap((code, place) => (code === 'ConditionalCheckFailed' ? [place] : []));
      if (refused.length > 0) return refused;
      // Somebody writes one of these rows at this very moment: it will be over in a moment.
      if (!codes.includes('TransactionConflict') || tries === mostConflicts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** tries));
    }
  }
}

const atOnce = 16;

/** The same for each, several at a time. */
export async function forEach<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<unknown>,
): Promise<void> {
  const waiting = values.values();
  const workers = Array.from({ length: Math.min(atOnce, values.length) }, async () => {
    for (const value of waiting) await work(value);
  });
  await Promise.all(workers);
}
