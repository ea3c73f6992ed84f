import { BatchGetCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { StoredItem } from '../platform/dynamodb/item.ts';
import { type Key, queryPages, type Table, timeKey } from '../platform/dynamodb/table.ts';

export {
  type Key,
  emptyIfConditionFailed,
  queryPages,
  type Table,
  timeKey,
  conditionHeld,
} from '../platform/dynamodb/table.ts';
export { retryWithBackoff, transact, type Write } from '../platform/dynamodb/transaction.ts';

export const resblockKey = (resblockId: string): Key => ({ pk: 'RESBLOCK', sk: resblockId });
export const formerKey = (resblockId: string): Key => ({ pk: `RESBLOCK#${resblockId}`, sk: 'FORMER' });
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
/** What the marks of communities begin with, which stand among those of houses. */
export const resblockMarks = 'RESBLOCK#';
export const readResblockKey = (userId: string, resblockId: string): Key => ({
  pk: `READ#${userId}`,
  sk: `${resblockMarks}${resblockId}`,
});
/** Which houses a person starred and hid. */
export const choicesKey = (userId: string): Key => ({ pk: `READ#${userId}`, sk: 'CHOICES' });
export const refreshesKey: Key = { pk: 'RUN', sk: 'CURRENT' };
export const runKey = (runId: string): Key => ({ pk: `RUN#${runId}`, sk: 'RUN' });
export const crawlKey = (runId: string, resblockId: string): Key => ({ pk: `RUN#${runId}`, sk: `TASK#${resblockId}` });

export async function queryAll(table: Table, input: Omit<QueryCommandInput, 'TableName'>): Promise<StoredItem[]> {
  const rows: StoredItem[] = [];
  for await (const page of queryPages(table, input)) rows.push(...page);
  return rows;
}

const longestBatchGet = 100;

/** Rows by their keys, in no order; repeated keys are asked for once, as the service insists. */
export async function batchGet(
  { client, TableName }: Table,
  keys: readonly Key[],
  options: { ConsistentRead?: boolean; ProjectionExpression?: string } = {},
): Promise<StoredItem[]> {
  const waiting = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  const rows: StoredItem[] = [];
  while (waiting.length > 0) {
    const Keys = waiting.splice(0, longestBatchGet);
    const answer = await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ...options } } }));
    rows.push(...(answer.Responses?.[TableName] ?? []));
    const left = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
    waiting.push(...Keys.filter(({ pk, sk }) => left.some((key) => key.pk === pk && key.sk === sk)));
  }
  return rows;
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
