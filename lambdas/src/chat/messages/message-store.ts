import { GetCommand, QueryCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { AppError } from '../../platform/app-error.ts';
import { emptyIfConditionFailed, queryPages, type Table, conditionHeld } from '../../platform/dynamodb/table.ts';
import { transact, type Write } from '../../platform/dynamodb/transaction.ts';
import type { Message } from './message.ts';
import type { MessageStore } from '../ports.ts';
import type { Session } from '../conversations/conversation.ts';
import { endOfMessages, listKey, messageKey, messagesKey, sessionKey, versionKey } from '../keys.ts';
import { admissionWrite, findLimits } from '../quota/quota-store.ts';
import { messageOf, messageRow, questionOf } from './message-item.ts';
import { revisionWrites } from './revision-writes.ts';
import { isThere, sessionRow } from '../conversations/conversation-store.ts';

/** Moves a session to the top of the list. */
const activityWrite = (TableName: string, session: Session): Write => ({
  Update: {
    TableName,
    Key: sessionKey(session.userId, session.sessionId),
    UpdateExpression: 'SET updateTimeMs = :now, gsi1sk = :sk',
    ConditionExpression: isThere,
    ExpressionAttributeValues: { ':now': session.updateTimeMs, ':sk': listKey(session).gsi1sk },
  },
});

/** The answer is still as it was read, and nobody is writing it. */
const unattended = (answer: Message, nowMs: number) => ({
  ConditionExpression:
    'attempt = :attempt AND queuedAtMs = :queued AND #status IN (:pending, :inProgress) ' +
    'AND (attribute_not_exists(leaseUntilMs) OR leaseUntilMs <= :now)',
  ExpressionAttributeValues: {
    ':attempt': answer.attempt,
    ':queued': answer.queuedAtMs,
    ':pending': 'PENDING',
    ':inProgress': 'IN_PROGRESS',
    ':now': nowMs,
  },
});

export function messageStore(table: Table): MessageStore {
  const { client, TableName } = table;

  /** The answer as it is afterwards; nothing when the condition did not hold. */
  async function change(answer: Message, update: Omit<UpdateCommandInput, 'TableName' | 'Key' | 'ReturnValues'>) {
    const command = new UpdateCommand({
      TableName,
      Key: messageKey(answer.sessionMessageId),
      ...update,
      ExpressionAttributeNames: { '#status': 'status' },
      ReturnValues: 'ALL_NEW',
    });
    return messageOf((await client.send(command).catch(emptyIfConditionFailed)).Attributes);
  }

  return {
    findLimits: (userId) => findLimits(table, userId),

    async pageMessages(sessionId, afterMessageId, limit) {
      const pages = queryPages(table, {
        KeyConditionExpression: 'pk = :pk AND sk < :after',
        ExpressionAttributeValues: {
          ':pk': messagesKey(sessionId),
          ':after': afterMessageId === undefined ? endOfMessages : messageKey(afterMessageId).sk,
        },
        ScanIndexForward: false,
        Limit: limit,
      });
      for await (const rows of pages) {
        const messages = rows.flatMap((row) => messageOf(row) ?? []);
        if (messages.length > 0) return messages;
      }
      return [];
    },

    async getMessage(userId, sessionMessageId) {
      const Key = messageKey(sessionMessageId);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const message = messageOf(Item);
      if (!message || message.userId !== userId) throw new AppError('notFound', 'There is no such message.');
      return message;
    },

    async putExchange(session, isNew, { question, answer }, admission) {
      const refused = await transact(client, [
        isNew
          ? { Put: { TableName, Item: sessionRow(session), ConditionExpression: 'attribute_not_exists(pk)' } }
          : activityWrite(TableName, session),
        admissionWrite(TableName, admission),
        ...[question, answer].map((message) => ({ Put: { TableName, Item: messageRow(message) } })),
      ]);
      if (refused.length === 0) return 'asked';
      return refused.includes(0) ? 'gone' : 'raced';
    },

    async putAgain(session, revision, admission) {
      const refused = await transact(client, [
        activityWrite(TableName, session),
        admissionWrite(TableName, admission),
        ...revisionWrites(TableName, revision),
      ]);
      if (refused.length === 0) return 'asked';
      if (refused.includes(0)) return 'gone';
      return refused.includes(2) ? 'changed' : 'raced';
    },

    async findQuestion({ sessionMessageId }) {
      const { pk, sk } = messageKey(sessionMessageId);
      const command = new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND sk < :answer',
        ExpressionAttributeValues: { ':pk': pk, ':answer': sk },
        ScanIndexForward: false,
        Limit: 1,
        ConsistentRead: true,
      });
      const { Items: [row] = [] } = await client.send(command);
      const before = messageOf(row);
      return before?.senderRole === 'USER' ? before : undefined;
    },

    async isLast(sessionMessageId) {
      const { pk, sk } = messageKey(sessionMessageId);
      const command = new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :this AND :end',
        ExpressionAttributeValues: { ':pk': pk, ':this': sk, ':end': endOfMessages },
        ScanIndexForward: false,
        Limit: 1,
        ConsistentRead: true,
      });
      const { Items: [newest] = [] } = await client.send(command);
      return newest?.['sk'] === sk;
    },

    async findVersion(sessionMessageId, version) {
      const Key = versionKey(sessionMessageId, version);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const answer = messageOf(Item, () => sessionMessageId);
      return answer && { answer, question: questionOf(Item) };
    },

    async putRevision(revision) {
      return (await transact(client, revisionWrites(TableName, revision))).length === 0;
    },

    stopAnswer: (answer, finishReason) =>
      change(answer, {
        UpdateExpression:
          'SET #status = :done, finishReason = :reason, attempt = attempt + :one REMOVE holder, leaseUntilMs',
        ConditionExpression: '#status IN (:pending, :inProgress) AND attempt = :attempt',
        ExpressionAttributeValues: {
          ':done': 'DONE',
          ':reason': finishReason,
          ':one': 1,
          ':pending': 'PENDING',
          ':inProgress': 'IN_PROGRESS',
          ':attempt': answer.attempt,
        },
      }),

    async putHeal(answer, nowMs) {
      const { ConditionExpression, ExpressionAttributeValues } = unattended(answer, nowMs);
      return conditionHeld(
        client.send(
          new UpdateCommand({
            TableName,
            Key: messageKey(answer.sessionMessageId),
            UpdateExpression: 'SET queuedAtMs = :now, heals = :heals',
            ConditionExpression,
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ...ExpressionAttributeValues, ':heals': answer.heals + 1 },
          }),
        ),
      );
    },

    giveUp(answer, failure, nowMs) {
      const { ConditionExpression, ExpressionAttributeValues } = unattended(answer, nowMs);
      return change(answer, {
        UpdateExpression: 'SET #status = :failed, failure = :failure, attempt = :next REMOVE holder, leaseUntilMs',
        ConditionExpression,
        ExpressionAttributeValues: {
          ...ExpressionAttributeValues,
          ':failed': 'FAILED',
          ':failure': failure,
          ':next': answer.attempt + 1,
        },
      });
    },
  };
}
