import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import { conditionHeld, emptyIfConditionFailed, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import type { Generation } from '../jobs/job.ts';
import { messageKey } from '../keys.ts';
import { messageFrom } from '../messages/message-item.ts';
import { type AnswerLease, latestLeaseMs, renewLease } from './lease.ts';

export const leaseAttributes = ['holder', 'leaseUntilMs'];

/** The text is that of the current attempt, so the previous answer is no longer shown. */
export const ownText = ({ answer: { attempt } }: AnswerLease, text: string) => ({
  text,
  version: attempt,
  isFormer: false,
});

/** Writes to an answer. Returns false if the worker no longer holds the lease. */
export const writeWithLease = (
  { client, TableName }: Table,
  { answer, holder }: AnswerLease,
  set: Record<string, unknown>,
  remove: readonly string[] = [],
) =>
  conditionHeld(
    client.send(
      new UpdateCommand(
        updateItem({
          TableName,
          Key: messageKey(answer.sessionMessageId),
          set,
          remove,
          when: condition`holder = ${holder}`,
        }),
      ),
    ),
  );

export const leaseStore = (table: Table) => ({
  /** Returns undefined if this attempt is over, or another worker holds the lease. */
  async acquireLease(
    { sessionMessageId, attempt }: Generation,
    holder: string,
    nowMs: number,
  ): Promise<AnswerLease | undefined> {
    const { client, TableName } = table;
    const update = new UpdateCommand({
      ...updateItem({
        TableName,
        Key: messageKey(sessionMessageId),
        set: { status: 'IN_PROGRESS', holder, ...renewLease(nowMs) },
        when: condition`attempt = ${attempt} AND (status = ${'PENDING'} OR (status = ${'IN_PROGRESS'} AND NOT leaseUntilMs BETWEEN ${nowMs + 1} AND ${latestLeaseMs(nowMs)}))`,
      }),
      ReturnValues: 'ALL_NEW',
    });
    const answer = messageFrom((await client.send(update).catch(emptyIfConditionFailed)).Attributes);
    return answer && { answer, holder };
  },

  /** Renews the lease, and saves the text so far if there is any. Returns false if the lease is lost. */
  saveProgress: (lease: AnswerLease, progress: { text: string; modelCode: string } | undefined, nowMs: number) =>
    writeWithLease(table, lease, {
      ...renewLease(nowMs),
      ...(progress && { ...ownText(lease, progress.text), modelCode: progress.modelCode }),
    }),

  /** Returns the answer to the queue for another delivery. */
  releaseLease: (lease: AnswerLease, queuedAtMs: number) =>
    writeWithLease(
      table,
      lease,
      { status: 'PENDING', queuedAtMs, deliveries: lease.answer.deliveries + 1 },
      leaseAttributes,
    ),
});
