import { searchableText } from 'shared-types/rules/chat/find-messages';
import { isSettled, messageStatuses } from 'shared-types/rules/message-status';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import type { TextPart } from './text-part.ts';

export const textPartFrom = (item: StoredItem): TextPart | undefined =>
  readItem(item, (from) => {
    const [, conversationId = '', index = ''] = from.text('sk').split('#');
    const { data } = item;
    return {
      conversationId,
      index: Number(index),
      from: from.text('from', ''),
      through: from.text('through', ''),
      rewrites: from.number('rewrites'),
      asks: from.number('asks'),
      isWhole: from.boolean('isWhole'),
      data: data instanceof Uint8Array ? data : new Uint8Array(),
    };
  });

export const messageTextFrom = (item: StoredItem) =>
  readItem(item, (from) => ({
    ulid: from.text('sk').slice('MESSAGE#'.length),
    text: searchableText(from.text('text', '')),
    isSettled: isSettled({ status: from.oneOf('status', messageStatuses) }),
  }));
