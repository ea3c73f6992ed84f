import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { retryWithBackoff, type Write } from '../../platform/dynamodb/transaction.ts';
import { updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import { quotaKey } from '../keys.ts';
import type { TokenUsage } from '../messages/message.ts';
import { monthOf, type Quota, type QuotaReservation } from './quota.ts';

const quotaFrom = (item: StoredItem | undefined): Quota | undefined =>
  readItem(item, (from) => {
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

/** An optimistic write: it fails if another answer was reserved since the quota was read. */
export function reservationWrite(TableName: string, reservation: QuotaReservation): Write {
  const { userId, before, day, count, answerId, untilMs, overdue, recentlySent } = reservation;
  if (!before) {
    const Item = { ...quotaKey(userId), day, count, recentlySent, inProgress: { [answerId]: untilMs } };
    return { Put: { TableName, Item, ...onlyIf(condition`attribute_not_exists(pk)`) } };
  }
  return updateWrite({
    TableName,
    Key: quotaKey(userId),
    set: { day, count, recentlySent },
    setEntries: { inProgress: { [answerId]: untilMs } },
    ...(overdue.length > 0 && { removeEntries: { inProgress: overdue } }),
    when: condition`day = ${before.day} AND count = ${before.count}`,
  });
}

export function quotaStore({ client, TableName }: Table) {
  const send = (update: ReturnType<typeof updateItem>) =>
    retryWithBackoff(() => conditionHeld(client.send(new UpdateCommand(update))));

  /** Frees the place of an answer that is over, and counts its tokens for the month in which it ended. */
  async function releaseQuota(userId: string, answerId: string, usage: TokenUsage | null, now: Date): Promise<void> {
    const month = monthOf(now);
    const item = { TableName, Key: quotaKey(userId) };
    const removeEntries = { inProgress: [answerId] };
    if (!usage)
      return void (await send(updateItem({ ...item, removeEntries, when: condition`attribute_exists(inProgress)` })));
    const { inputTokens, outputTokens } = usage;
    const add = () =>
      send(
        updateItem({
          ...item,
          removeEntries,
          add: { inputTokens, outputTokens },
          when: condition`month = ${month}`,
        }),
      );
    const begin = () =>
      send(
        updateItem({
          ...item,
          set: { month, inputTokens, outputTokens },
          removeEntries,
          when: condition`attribute_exists(inProgress) AND (attribute_not_exists(month) OR month < ${month})`,
        }),
      );
    // The second addition is for an answer that another one overtook while it began the month.
    if (!(await add()) && !(await begin())) await add();
  }

  return {
    releaseQuota,

    async findQuota(userId: string): Promise<Quota | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key: quotaKey(userId), ConsistentRead: true }));
      return quotaFrom(Item);
    },

    /** Counts the tokens of an answer whose place belongs to another attempt: no answer has the id 'none'. */
    countTokens: (userId: string, usage: TokenUsage, now: Date) => releaseQuota(userId, 'none', usage, now),
  };
}
