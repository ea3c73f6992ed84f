import { searchableText } from 'shared-types/rules/chat/find-messages';
import { isSettled, messageStatuses } from 'shared-types/rules/message-status';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { Key } from '../../platform/dynamodb/table.ts';
import type { TextPart } from './text-part.ts';

/** Returns the key of the packed texts of a user's conversations, by which searches find messages. */
export const textPartsKey = (userId: string, conversationId: string) => ({
  pk: `USER#${userId}`,
  prefix: `TEXT#${conversationId}#`,
});

export const textPartKey = (userId: string, conversationId: string, index: number): Key => {
  const { pk, prefix } = textPartsKey(userId, conversationId);
  return { pk, sk: `${prefix}${String(index).padStart(3, '0')}` };
};

export const readTextPart = (item: StoredItem): TextPart | undefined =>
  readItem(item, (from) => {
    const [, conversationId = '', index = ''] = from.text('sk').split('#');
    const { data } = item;
    return {
      conversationId,
      index: Number(index),
      from: from.text('from'),
      through: from.text('through'),
      rewrites: from.number('rewrites'),
      asks: from.number('asks'),
      isWhole: from.boolean('isWhole'),
      data: data instanceof Uint8Array ? data : new Uint8Array(),
    };
  });

export const readMessageText = (item: StoredItem) =>
  readItem(item, (from) => ({
    ulid: from.text('sk').slice('MESSAGE#'.length),
    createTimeMs: from.number('createTimeMs'),
    text: searchableText(from.text('text')),
    isSettled: isSettled({ status: from.oneOf('status', messageStatuses) }),
  }));
