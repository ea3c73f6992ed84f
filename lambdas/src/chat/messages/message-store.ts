import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { AppError } from '../../platform/app-error.ts';
import { queryPages, type Table } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import { creationWrites } from '../conversations/conversation-item.ts';
import { activityWrite, rewriteWrite } from '../conversations/conversation-store.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { reservationWrite } from '../quota/quota-store.ts';
import type { QuotaReservation } from '../quota/quota.ts';
import {
  endOfMessages,
  readMessageItem,
  messageItem,
  messageKey,
  messagesKey,
  readPiece,
  piecesKey,
  readQuestionText,
  versionKey,
} from './message-item.ts';
import { type Message, messageId, writtenText } from './message.ts';
import { revisionWrites } from './revision-writes.ts';
import type { Revision, Version } from './versions.ts';

/** Every result but 'saved' names the reason why the transaction wrote nothing. */
export type SaveResult = 'saved' | 'quotaChanged' | 'conversationGone' | 'answerChanged';

export type MessageStore = ReturnType<typeof messageStore>;

export function messageStore(table: Table) {
  const { client, TableName } = table;

  /** Returns the text that a worker has saved after the first one. */
  async function readPieces(sessionMessageId: string, holder: string): Promise<string> {
    const { pk, prefix } = piecesKey(sessionMessageId, holder);
    const pages = queryPages(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
      ConsistentRead: true,
    });
    const pieces: string[] = [];
    for await (const items of pages) pieces.push(...items.map(readPiece));
    return pieces.join('');
  }

  async function withPieces(message: Message): Promise<Message> {
    const text = writtenText(message);
    if (text === undefined || message.holder === null) return message;
    return { ...message, text: text + (await readPieces(message.sessionMessageId, message.holder)) };
  }

  return {
    readPieces,

    /** Reads one page, newest first, and not beyond `untilId`. Only the end of the list is an empty page. */
    async pageMessages(
      conversationId: string,
      afterId: string | undefined,
      limit: number,
      untilId?: string,
    ): Promise<Message[]> {
      const after = afterId === undefined ? endOfMessages : messageKey(afterId).sk;
      const until = untilId === undefined ? after : messageKey(untilId).sk;
      const isBounded = until < after;
      const pages = queryPages(table, {
        // The bounds of BETWEEN are inclusive, so the message of the cursor is read again.
        KeyConditionExpression: isBounded ? 'pk = :pk AND sk BETWEEN :until AND :after' : 'pk = :pk AND sk < :after',
        ExpressionAttributeValues: {
          ':pk': messagesKey(conversationId),
          ':after': after,
          ...(isBounded && { ':until': until }),
        },
        ScanIndexForward: false,
        Limit: isBounded ? limit + 1 : limit,
      });
      for await (const items of pages) {
        const messages = items.filter(({ sk }) => sk !== after).flatMap((item) => readMessageItem(item) ?? []);
        if (messages.length > 0) return Promise.all(messages.map(withPieces));
      }
      return [];
    },

    async getMessage(userId: string, sessionMessageId: string): Promise<Message> {
      const Key = messageKey(sessionMessageId);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const message = readMessageItem(Item);
      if (!message || message.userId !== userId)
        throw new AppError('notFound', 'This message does not exist or has been deleted.');
      return withPieces(message);
    },

    /** Writes question, answer, conversation and quota in one transaction. */
    async saveExchange(
      conversation: Conversation,
      isNew: boolean,
      { question, answer }: { question: Message; answer: Message },
      reservation: QuotaReservation,
    ): Promise<SaveResult> {
      const failed = await transact(client, [
        ...(isNew ? creationWrites(TableName, conversation) : [activityWrite(TableName, conversation, 'asks')]),
        reservationWrite(TableName, reservation),
        ...[question, answer].map((message) => ({ Put: { TableName, Item: messageItem(message) } })),
      ]);
      if (failed.length === 0) return 'saved';
      return failed.includes(0) ? 'conversationGone' : 'quotaChanged';
    },

    /** Writes the next attempt at an answer, together with conversation and quota. */
    async saveNextAttempt(
      conversation: Conversation,
      revision: Revision,
      reservation: QuotaReservation,
    ): Promise<SaveResult> {
      const failed = await transact(client, [
        activityWrite(TableName, conversation, 'rewrites'),
        reservationWrite(TableName, reservation),
        ...revisionWrites(TableName, revision),
      ]);
      if (failed.length === 0) return 'saved';
      if (failed.includes(0)) return 'conversationGone';
      return failed.includes(2) ? 'answerChanged' : 'quotaChanged';
    },

    /** Returns the message before an answer, if it is a question. */
    async findQuestion({ sessionMessageId }: Message): Promise<Message | undefined> {
      const { pk, sk } = messageKey(sessionMessageId);
      const query = new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND sk < :answer',
        ExpressionAttributeValues: { ':pk': pk, ':answer': sk },
        ScanIndexForward: false,
        Limit: 1,
        ConsistentRead: true,
      });
      const { Items: [item] = [] } = await client.send(query);
      const previous = readMessageItem(item);
      return previous?.senderRole === 'USER' ? previous : undefined;
    },

    async isLastMessage(sessionMessageId: string): Promise<boolean> {
      const { pk, sk } = messageKey(sessionMessageId);
      const query = new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :this AND :end',
        ExpressionAttributeValues: { ':pk': pk, ':this': sk, ':end': endOfMessages },
        ScanIndexForward: false,
        Limit: 1,
        ConsistentRead: true,
      });
      const { Items: [newest] = [] } = await client.send(query);
      return newest?.['sk'] === sk;
    },

    async findVersion(sessionMessageId: string, version: number): Promise<Version | undefined> {
      const Key = versionKey(sessionMessageId, version);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const answer = readMessageItem(Item, () => sessionMessageId);
      return answer && { answer, question: readQuestionText(Item) };
    },

    /** Returns the ids of the answers that have hidden versions, oldest first. */
    async listVersionedAnswers(conversationId: string, limit: number): Promise<string[]> {
      const prefix = 'VERSION#';
      const pages = queryPages(table, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': messagesKey(conversationId), ':prefix': prefix },
        ProjectionExpression: 'sk',
      });
      const ulids = new Set<string>();
      for await (const items of pages) {
        for (const { sk } of items) ulids.add(String(sk).split('#')[1] ?? '');
        if (ulids.size >= limit) break;
      }
      return [...ulids].slice(0, limit).map((ulid) => messageId(conversationId, ulid));
    },

    /** Returns false if the answer has changed since the revision was made, or its conversation is deleted. */
    async saveRevision(revision: Revision): Promise<boolean> {
      const { userId, sessionMessageId } = revision.after.answer;
      const conversation = { userId, conversationId: conversationIdOf(sessionMessageId) };
      const writes = [...revisionWrites(TableName, revision), rewriteWrite(TableName, conversation)];
      return (await transact(client, writes)).length === 0;
    },

    /** Finds messages by their ids, in this order, and leaves out those that are gone. */
    async findMessages(ids: readonly string[]): Promise<Message[]> {
      const gets = ids.map((id) => client.send(new GetCommand({ TableName, Key: messageKey(id) })));
      return (await Promise.all(gets)).flatMap(({ Item }) => readMessageItem(Item) ?? []);
    },
  };
}
