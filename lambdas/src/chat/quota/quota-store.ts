import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import { retryWithBackoff, type Write } from '../../platform/dynamodb/transaction.ts';
import { updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import type { Quota, QuotaReservation } from './quota.ts';

const quotaKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'QUOTA' });

const readQuota = (item: StoredItem | undefined): Quota | undefined =>
  readItem(item, (from) => {
    const inProgress = from.entry('inProgress');
    return {
      day: from.text('day'),
      count: from.number('count'),
      inProgress: new Map(Object.keys(inProgress.item).map((id) => [id, inProgress.number(id)])),
      recentlySent: from.entries('recentlySent').map((sent) => ({
        idempotencyKey: sent.text('idempotencyKey'),
        sessionMessageId: sent.text('sessionMessageId'),
        assistantSessionMessageId: sent.text('assistantSessionMessageId'),
      })),
    };
  });

/** Returns an optimistic write: it fails if another answer was reserved since the quota was read. */
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

export type QuotaStore = ReturnType<typeof quotaStore>;

export function quotaStore({ client, TableName }: Table) {
  return {
    async findQuota(userId: string): Promise<Quota | undefined> {
      const { Item } = await client.send(new GetCommand({ TableName, Key: quotaKey(userId), ConsistentRead: true }));
      return readQuota(Item);
    },

    /** Frees the place of an answer that is over. */
    async releaseQuota(userId: string, answerId: string): Promise<void> {
      const update = updateItem({
        TableName,
        Key: quotaKey(userId),
        removeEntries: { inProgress: [answerId] },
        when: condition`attribute_exists(inProgress)`,
      });
      await retryWithBackoff(() => conditionHeld(client.send(new UpdateCommand(update))));
    },
  };
}
