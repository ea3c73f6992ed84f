import { conversationIdOf } from 'shared-types/rules/message-status';
import { type Key, timeKey } from '../platform/dynamodb/table.ts';
import { ulidOf } from './messages/message.ts';
import type { Session } from './conversations/conversation.ts';

export const sessionKey = (userId: string, sessionId: string): Key => ({
  pk: `USER#${userId}`,
  sk: `SESSION#${sessionId}`,
});

/** Where a session stands in its person's list: last active first. */
export const listKey = ({
  userId,
  updateTimeMs,
  sessionId,
}: Pick<Session, 'userId' | 'updateTimeMs' | 'sessionId'>) => ({
  gsi1pk: `USER#${userId}`,
  gsi1sk: `${timeKey(updateTimeMs)}#${sessionId}`,
});

/** All messages of a session and their versions, and nothing else, stand under this key. */
export const messagesKey = (sessionId: string) => `SESSION#${sessionId}`;

export const messageKey = (sessionMessageId: string): Key => ({
  pk: messagesKey(conversationIdOf(sessionMessageId)),
  sk: `MESSAGE#${ulidOf(sessionMessageId)}`,
});

/** Comes after all messages of a session, which are listed from their end. */
export const endOfMessages = 'MESSAGE#~';

/** What an answer said before: with the session's messages, so that they are forgotten together. */
export const versionKey = (sessionMessageId: string, version: number): Key => ({
  pk: messagesKey(conversationIdOf(sessionMessageId)),
  sk: `VERSION#${ulidOf(sessionMessageId)}#${version}`,
});

export const choiceKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'CHOICE' });

export const limitsKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'LIMIT' });

/** What all people have used in a month, as in '2026-11'. */
export const monthKey = (month: string): Key => ({ pk: 'USE', sk: `MONTH#${month}` });

/** Attributes that say nothing are not stored. */
export const withoutNulls = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
