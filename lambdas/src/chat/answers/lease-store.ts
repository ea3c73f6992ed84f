import { dayMs } from 'shared-types/rules/time';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import { conditionHeld, emptyIfConditionFailed, type Table, ttlOf } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import type { Generation } from '../jobs/job.ts';
import { backgroundItem, readMessageItem, messageKey, pieceKey } from '../messages/message-item.ts';
import type { BackgroundResponse, Retry } from '../messages/message.ts';
import { type AnswerLease, latestLeaseMs, renewedLease } from './lease.ts';

/** A piece is needed until its answer is complete, or another worker has it. */
const keptPieceMs = dayMs;

const leaseAttributes = ['holder', 'leaseUntilMs'];

/** These attributes end with the writing. A stop leaves the provider's id, by which the answer is cancelled. */
export const writingAttributes = [...leaseAttributes, 'retry'];
export const progressAttributes = [...writingAttributes, 'background'];

/** The text is that of the current attempt, so the previous answer is no longer shown. */
export const ownText = ({ answer: { attempt } }: Pick<AnswerLease, 'answer'>, text: string) => ({
  text,
  version: attempt,
  isPreviousAnswer: false,
});

/** Writes to an answer. Returns false if the worker no longer holds the lease. */
const writeWithLease = (
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

export type LeaseStore = ReturnType<typeof leaseStore>;

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
        set: { status: 'IN_PROGRESS', holder, ...renewedLease(nowMs) },
        when: condition`attempt = ${attempt} AND (status = ${'PENDING'} OR (status = ${'IN_PROGRESS'} AND NOT leaseUntilMs BETWEEN ${nowMs + 1} AND ${latestLeaseMs(nowMs)}))`,
      }),
      ReturnValues: 'ALL_NEW',
    });
    const answer = readMessageItem((await client.send(update).catch(emptyIfConditionFailed)).Attributes);
    return answer && { answer, holder };
  },

  /**
   * Renews the lease, and saves the first text, the thoughts, or when the model is asked again. Words end what was said of that.
   * Returns false if the lease is lost.
   */
  saveProgress: (
    lease: AnswerLease,
    { text, ...details }: { text?: string; modelCode?: string; thoughts?: string; retry?: Retry },
    nowMs: number,
  ) =>
    writeWithLease(
      table,
      lease,
      { ...renewedLease(nowMs), ...(text !== undefined && ownText(lease, text)), ...details },
      text === undefined && details.thoughts === undefined ? [] : ['retry'],
    ),

  /**
   * Takes back the text so far and saves the thoughts. The lease goes on under another holder, because the pieces of the present
   * one belong to that text. Returns false if the lease is lost.
   */
  beginTextAgain: (lease: AnswerLease, holder: string, thoughts: string, nowMs: number) =>
    writeWithLease(table, lease, { ...renewedLease(nowMs), holder, text: '', thoughts }),

  /** Lets another worker take up the answer at the provider. Returns false if the lease is lost. */
  saveBackground: (lease: AnswerLease, background: BackgroundResponse) =>
    writeWithLease(table, lease, { background: backgroundItem(background) }),

  /**
   * Saves what follows the first text. It has no condition, because a piece of a worker that has lost its lease is never
   * read. DynamoDB deletes it in the end.
   */
  async savePiece({ answer, holder }: AnswerLease, offset: number, text: string, nowMs: number) {
    const { client, TableName } = table;
    const Key = pieceKey(answer.sessionMessageId, holder, offset);
    const ttl = ttlOf(nowMs + keptPieceMs);
    await client.send(new UpdateCommand(updateItem({ TableName, Key, set: { text, ttl } })));
  },

  /** Returns the answer to the queue for another delivery. */
  releaseLease: (lease: AnswerLease, retry: Retry) =>
    writeWithLease(
      table,
      lease,
      { status: 'PENDING', queuedAtMs: retry.atMs, retry, deliveries: lease.answer.deliveries + 1 },
      [...leaseAttributes, 'background'],
    ),
});
