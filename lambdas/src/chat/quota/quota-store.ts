import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { type Table, conditionHeld } from '../../platform/dynamodb/table.ts';
import { retryWithBackoff, type Write } from '../../platform/dynamodb/transaction.ts';
import { type Admission, type Limits, monthOf } from './quota.ts';
import type { Usage } from '../messages/message.ts';
import { limitsKey } from '../keys.ts';

const limitsOf = (row: StoredItem | undefined): Limits | undefined =>
  readItem(row, (from) => {
    const inProgress = from.itemOrNull('inProgress');
    return {
      day: from.text('day'),
      count: from.number('count'),
      inProgress: new Map(Object.keys(inProgress?.item ?? {}).map((id) => [id, inProgress?.number(id) ?? 0])),
      month: from.text('month', ''),
      inputTokens: from.number('inputTokens', 0),
      outputTokens: from.number('outputTokens', 0),
      recentlySent: (from.itemsOrNull('recentlySent') ?? []).map((sent) => ({
        idempotencyKey: sent.text('idempotencyKey'),
        sessionMessageId: sent.text('sessionMessageId'),
        assistantSessionMessageId: sent.text('assistantSessionMessageId'),
      })),
    };
  });

export async function findLimits({ client, TableName }: Table, userId: string): Promise<Limits | undefined> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: limitsKey(userId), ConsistentRead: true }));
  return limitsOf(Item);
}

/** Refused when somebody else was let in since the limits were read. */
export function admissionWrite(TableName: string, admission: Admission): Write {
  const { userId, before, day, count, answerId, untilMs, overdue, recentlySent } = admission;
  if (!before) {
    const Item = { ...limitsKey(userId), day, count, recentlySent, inProgress: { [answerId]: untilMs } };
    return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  }
  const remove = overdue.map((_, index) => `inProgress.#overdue${index}`);
  return {
    Update: {
      TableName,
      Key: limitsKey(userId),
      UpdateExpression: [
        `SET #day = :day, #count = :count, inProgress.#answer = :until, recentlySent = :sent`,
        ...(remove.length > 0 ? [`REMOVE ${remove.join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: '#day = :beforeDay AND #count = :beforeCount',
      ExpressionAttributeNames: {
        '#day': 'day',
        '#count': 'count',
        '#answer': answerId,
        ...Object.fromEntries(overdue.map((id, index) => [`#overdue${index}`, id])),
      },
      ExpressionAttributeValues: {
        ':day': day,
        ':count': count,
        ':until': untilMs,
        ':beforeDay': before.day,
        ':beforeCount': before.count,
        ':sent': recentlySent,
      },
    },
  };
}

/** Tokens of an answer whose place is not the writer's to free: the answer of this name is none, and freeing it does nothing. */
export const countTokens = (table: Table, userId: string, usage: Usage, now: Date) =>
  settleLimits(table, userId, 'none', usage, now);

/** An answer is over: its place is free, and its tokens count for the month in which it ended. */
export async function settleLimits(
  { client, TableName }: Table,
  userId: string,
  answerId: string,
  usage: Usage | null,
  now: Date,
): Promise<void> {
  const month = monthOf(now);
  const update = (expression: string, condition: string) =>
    retryWithBackoff(() =>
      conditionHeld(
        client.send(
          new UpdateCommand({
            TableName,
            Key: limitsKey(userId),
            UpdateExpression: `REMOVE inProgress.#answer ${expression}`,
            ConditionExpression: condition,
            ExpressionAttributeNames: { '#answer': answerId, ...(usage ? { '#month': 'month' } : {}) },
            ...(usage
              ? { ExpressionAttributeValues: { ':in': usage.inputTokens, ':out': usage.outputTokens, ':month': month } }
              : {}),
          }),
        ),
      ),
    );
  if (!usage) return void (await update('', 'attribute_exists(inProgress)'));
  const add = () => update('ADD inputTokens :in, outputTokens :out', '#month = :month');
  const begin = () =>
    update(
      'SET #month = :month, inputTokens = :in, outputTokens = :out',
      'attribute_exists(inProgress) AND (attribute_not_exists(#month) OR #month < :month)',
    );
  // The second time for whoever began the month at the same moment.
  if (!(await add()) && !(await begin())) await add();
}
