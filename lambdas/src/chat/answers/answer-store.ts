import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conversationIdOf, isRemembered, isSettled } from 'shared-types/rules/message-status';
import { condition } from '../../platform/dynamodb/condition.ts';
import { withoutNulls } from '../../platform/dynamodb/item.ts';
import { conditionHeld, emptyIfConditionFailed, queryPages, type Table } from '../../platform/dynamodb/table.ts';
import { updateItem } from '../../platform/dynamodb/update-item.ts';
import { readMessageItem, messageKey, messagesKey } from '../messages/message-item.ts';
import { type Message, writtenText } from '../messages/message.ts';
import type { AnswerFailure } from '../models/failures.ts';
import type { FinalAnswer } from './final-answer.ts';
import { ownText, progressAttributes, writingAttributes } from './lease-store.ts';
import { type AnswerLease, latestLeaseMs } from './lease.ts';

/** The answer is as it was read, and no worker holds a lease on it. */
const isAbandoned = ({ attempt, queuedAtMs }: Message, nowMs: number) =>
  condition`attempt = ${attempt} AND queuedAtMs = ${queuedAtMs} AND status IN (${'PENDING'}, ${'IN_PROGRESS'})
    AND NOT leaseUntilMs BETWEEN ${nowMs + 1} AND ${latestLeaseMs(nowMs)}`;

export type AnswerStore = ReturnType<typeof answerStore>;

export function answerStore(table: Table) {
  const { client, TableName } = table;

  /** Returns the answer after the update, or undefined if the condition failed. */
  async function updateAnswer(update: ReturnType<typeof updateItem>): Promise<Message | undefined> {
    const command = new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' });
    return readMessageItem((await client.send(command).catch(emptyIfConditionFailed)).Attributes);
  }

  return {
    /** Returns the last `count` messages before an answer that the model remembers, oldest first. */
    async listRemembered({ sessionMessageId }: Message, count: number): Promise<Message[]> {
      const pages = queryPages(table, {
        KeyConditionExpression: 'pk = :pk AND sk < :answer',
        ExpressionAttributeValues: {
          ':pk': messagesKey(conversationIdOf(sessionMessageId)),
          ':answer': messageKey(sessionMessageId).sk,
        },
        ScanIndexForward: false,
        Limit: count,
        // The question was written a moment ago.
        ConsistentRead: true,
      });
      const found: Message[] = [];
      for await (const items of pages) {
        const messages = items.flatMap((item) => readMessageItem(item) ?? []);
        found.push(...messages.filter((message) => isRemembered(message, message.isPreviousAnswer)));
        if (found.length >= count) break;
      }
      return found.slice(0, count).toReversed();
    },

    /** Settles the answer. Returns undefined if the lease is lost. */
    saveFinalAnswer({ answer, holder }: AnswerLease, { status, text, ...details }: FinalAnswer, nowMs: number) {
      const cleared = Object.entries(details).flatMap(([name, value]) => (value === null ? [name] : []));
      const ownTextIfAny = text === undefined ? {} : ownText({ answer }, text);
      return updateAnswer(
        updateItem({
          TableName,
          Key: messageKey(answer.sessionMessageId),
          set: { status, endedAtMs: nowMs, ...ownTextIfAny, ...withoutNulls(details) },
          remove: [...progressAttributes, ...cleared],
          when: condition`holder = ${holder}`,
        }),
      );
    },

    /** Returns undefined for an answer that has been purged. */
    async findAnswer(sessionMessageId: string): Promise<Message | undefined> {
      const Key = messageKey(sessionMessageId);
      return readMessageItem((await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item);
    },

    /** Notes that a page shows the answer as it was read. The end that has come since, it may not show any more. */
    noteShown: ({ sessionMessageId, status, endedAtMs }: Message, nowMs: number) =>
      conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: messageKey(sessionMessageId),
              set: { shownAtMs: nowMs },
              when: isSettled({ status })
                ? condition`endedAtMs = ${endedAtMs}`
                : condition`status IN (${'PENDING'}, ${'IN_PROGRESS'})`,
            }),
          ),
        ),
      ),

    /** Returns the stopped answer, or undefined if it was settled already. */
    stopAnswer: (answer: Message, finishReason: string) =>
      updateAnswer(
        updateItem({
          TableName,
          Key: messageKey(answer.sessionMessageId),
          set: { status: 'DONE', finishReason, attempt: answer.attempt + 1, text: writtenText(answer) },
          remove: writingAttributes,
          when: condition`status IN (${'PENDING'}, ${'IN_PROGRESS'}) AND attempt = ${answer.attempt}`,
        }),
      ),

    /** Records that the job was sent to another worker. Returns false if another poll has done so. */
    recordRecovery: (answer: Message, nowMs: number) =>
      conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: messageKey(answer.sessionMessageId),
              set: {
                queuedAtMs: nowMs,
                text: writtenText(answer),
                ...(answer.status === 'PENDING'
                  ? { waits: answer.waits + 1 }
                  : { recoveries: answer.recoveries + 1, retry: { reason: 'interrupted', atMs: nowMs } }),
              },
              when: isAbandoned(answer, nowMs),
            }),
          ),
        ),
      ),

    /** Returns the failed answer, or undefined if it has changed since it was read. */
    markLost: (answer: Message, failure: AnswerFailure, nowMs: number) =>
      updateAnswer(
        updateItem({
          TableName,
          Key: messageKey(answer.sessionMessageId),
          set: { status: 'FAILED', failure, attempt: answer.attempt + 1, text: writtenText(answer) },
          remove: writingAttributes,
          when: isAbandoned(answer, nowMs),
        }),
      ),
  };
}
