import { utcDay } from 'shared-types/rules/time';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { type Key, timeKey } from '../platform/dynamodb/table.ts';
import type { Conversation } from './conversations/conversation.ts';
import { ulidOf } from './messages/message.ts';
import { monthOf } from './quota/spending.ts';

export const conversationKey = (userId: string, conversationId: string): Key => ({
  pk: `USER#${userId}`,
  sk: `SESSION#${conversationId}`,
});

/** The place of a conversation in the list of its user, at one time. */
export type PlaceInList = Pick<Conversation, 'userId' | 'updateTimeMs' | 'conversationId'>;

/** The index sorts a user's conversations by their last activity. */
export const activityKey = ({ userId, updateTimeMs, conversationId }: PlaceInList) => ({
  gsi1pk: `USER#${userId}`,
  gsi1sk: `${timeKey(updateTimeMs)}#${conversationId}`,
});

/** The partition holds the messages of one conversation and their versions, and no other items. */
export const messagesKey = (conversationId: string) => `SESSION#${conversationId}`;

export const messageKey = (sessionMessageId: string): Key => ({
  pk: messagesKey(conversationIdOf(sessionMessageId)),
  sk: `MESSAGE#${ulidOf(sessionMessageId)}`,
});

/** This sort key follows all messages of a conversation; lists read backwards from it. */
export const endOfMessages = 'MESSAGE#~';

/** Versions live in the partition of the messages, so one purge deletes both. */
export const versionKey = (sessionMessageId: string, version: number): Key => ({
  pk: messagesKey(conversationIdOf(sessionMessageId)),
  sk: `VERSION#${ulidOf(sessionMessageId)}#${version}`,
});

/** The pieces of an answer that is being written follow all messages. Each worker has its own, so no other one's count. */
const piecePrefix = (sessionMessageId: string, holder: string) => `PIECE#${ulidOf(sessionMessageId)}#${holder}#`;

export const pieceKey = (sessionMessageId: string, holder: string, offset: number): Key => ({
  pk: messagesKey(conversationIdOf(sessionMessageId)),
  sk: `${piecePrefix(sessionMessageId, holder)}${String(offset).padStart(7, '0')}`,
});

export const piecesKey = (sessionMessageId: string, holder: string) => ({
  pk: messagesKey(conversationIdOf(sessionMessageId)),
  prefix: piecePrefix(sessionMessageId, holder),
});

/** Returns the key of the packed texts of a user's conversations, by which searches find messages. */
export const textPartsKey = (userId: string, conversationId: string) => ({
  pk: `USER#${userId}`,
  prefix: `TEXT#${conversationId}#`,
});

export const textPartKey = (userId: string, conversationId: string, index: number): Key => {
  const { pk, prefix } = textPartsKey(userId, conversationId);
  return { pk, sk: `${prefix}${String(index).padStart(3, '0')}` };
};

/** Returns the keys of the forks of a conversation, and of the forks of these. */
export const forksKey = (userId: string, rootId: string) => ({ pk: `USER#${userId}`, prefix: `FORK#${rootId}#` });

export const forkKey = (userId: string, rootId: string, conversationId: string): Key => {
  const { pk, prefix } = forksKey(userId, rootId);
  return { pk, sk: `${prefix}${conversationId}` };
};

/** Returns the key of the pinned conversations of a user. */
export const pinsKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'PINS' });

export const lastSettingsKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'CHOICE' });

/** Returns the key of the personas that a user has saved. */
export const personasKey = (userId: string) => ({ pk: `USER#${userId}`, prefix: 'PERSONA#' });

export const personaKey = (userId: string, personaId: string): Key => {
  const { pk, prefix } = personasKey(userId);
  return { pk, sk: `${prefix}${personaId}` };
};

export const quotaKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'LIMIT' });

/** The partitions of what all users together and one user have spent. */
export const siteUse = 'USE';
export const userUse = (userId: string) => `USER#${userId}`;

/** Returns the key of the use of a day, as in '2026-11-21', or of a month, as in '2026-11'. */
export const usageKey = (pk: string, period: 'day' | 'month', at: Date): Key => ({
  pk,
  sk: period === 'day' ? `DAY#${utcDay(at)}` : `MONTH#${monthOf(at)}`,
});

/** The partition of what the providers offer, with one item for each. */
export const offersKey = 'OFFER';
export const offerKey = (provider: string): Key => ({ pk: offersKey, sk: provider });

/** An attribute that is null is not stored. */
export const withoutNulls = (attributes: object) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
