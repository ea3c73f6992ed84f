import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { queryPages, type Table } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { conversationKey } from '../conversations/conversation-item.ts';
import { endOfMessages, messagesKey } from '../messages/message-item.ts';
import { readMessageText, readTextPart, textPartKey, textPartsKey } from './text-item.ts';
import type { TextPart } from './text-part.ts';

const neverRewritten = condition`attribute_exists(sk) AND attribute_not_exists(deletedAtMs) AND attribute_not_exists(rewrites)`;

export type TextStore = ReturnType<typeof textStore>;

export const textStore = (table: Table) => ({
  /**
   * Lists the packed texts of the conversations whose ids are from `first` to `last`: all parts of one after the
   * other's.
   */
  async *listTextParts(userId: string, first: string, last: string): AsyncGenerator<TextPart[]> {
    let parts: TextPart[] = [];
    const pages = queryPages(table, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':pk': textPartsKey(userId, first).pk,
        ':first': textPartsKey(userId, first).prefix,
        ':last': `${textPartsKey(userId, last).prefix}~`,
      },
    });
    for await (const items of pages)
      for (const part of items.flatMap((item) => readTextPart(item) ?? [])) {
        if (parts[0] && parts[0].conversationId !== part.conversationId) {
          yield parts;
          parts = [];
        }
        parts.push(part);
      }
    if (parts.length > 0) yield parts;
  },

  /**
   * Reads pages of the texts after a message, in their order, or all texts when its id is empty. The reads are
   * consistent, because packs are made of them.
   */
  async *listTexts(conversationId: string, after: string) {
    const pages = queryPages(table, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :after AND :end',
      ExpressionAttributeValues: {
        ':pk': messagesKey(conversationId),
        // The range begins after the sort key of the message, so that the message itself is left out.
        ':after': `MESSAGE#${after}${after === '' ? '' : '!'}`,
        ':end': endOfMessages,
      },
      ProjectionExpression: 'sk, #text, #status, createTimeMs',
      ExpressionAttributeNames: { '#text': 'text', '#status': 'status' },
      ConsistentRead: true,
    });
    for await (const items of pages) yield items.flatMap((item) => readMessageText(item) ?? []);
  },

  /**
   * Stores a part, unless a message of the conversation has been rewritten since it was read, or the conversation is deleted:
   * a purge finds no part that comes after it. Returns false then.
   */
  async saveTextPart({ userId, conversationId }: Conversation, part: Omit<TextPart, 'conversationId'>) {
    const { client, TableName } = table;
    const { index, ...attributes } = part;
    const isSame = condition`rewrites = ${part.rewrites} AND attribute_not_exists(deletedAtMs)`;
    const failed = await transact(client, [
      {
        ConditionCheck: {
          TableName,
          Key: conversationKey(userId, conversationId),
          ...onlyIf(part.rewrites === 0 ? neverRewritten : isSame),
        },
      },
      { Put: { TableName, Item: { ...textPartKey(userId, conversationId, index), ...attributes } } },
    ]);
    return failed.length === 0;
  },
});
