import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { Table } from '../../platform/dynamodb/table.ts';
import { transact, type Write } from '../../platform/dynamodb/transaction.ts';
import { forEachConcurrently } from '../../platform/for-each.ts';
import { conversationItem } from '../conversations/conversation-item.ts';
import { rewriteWrite } from '../conversations/conversation-store.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { messageItem, messageKey } from '../messages/message-item.ts';
import type { Message } from '../messages/message.ts';

export type ImportStore = ReturnType<typeof importStore>;

export const importStore = ({ client, TableName }: Table) => ({
  /** Returns which of these messages are stored. */
  async findStored(ids: readonly string[]): Promise<Set<string>> {
    const stored = new Set<string>();
    await forEachConcurrently(ids, async (id) => {
      const get = new GetCommand({
        TableName,
        Key: messageKey(id),
        ProjectionExpression: 'sk',
        ConsistentRead: true,
      });
      if ((await client.send(get)).Item) stored.add(id);
    });
    return stored;
  },

  /**
   * Creates the conversation unless it exists, stores its missing messages, and returns their number. Stored messages stay as
   * they are, because the user may have regenerated them. A deleted conversation stays deleted, and gets no message.
   */
  async saveImport(conversation: Conversation, messages: readonly Message[]): Promise<number> {
    const created: Write = {
      Put: { TableName, Item: conversationItem(conversation), ...onlyIf(condition`attribute_not_exists(sk)`) },
    };
    // Imported messages stand before those that were written here, so searches have to read all of them again.
    const visible = rewriteWrite(TableName, conversation);
    let isNew = true;
    let missing = messages;
    for (;;) {
      const writes = missing.map((message) => ({
        Put: { TableName, Item: messageItem(message), ...onlyIf(condition`attribute_not_exists(senderRole)`) },
      }));
      const failed = await transact(client, [isNew ? created : visible, ...writes]);
      if (failed.length === 0) return missing.length;
      // The conversation was there first, then it was not: it is deleted.
      if (failed.includes(0) && !isNew) return 0;
      missing = missing.filter((_, index) => !failed.includes(index + 1));
      if (missing.length === 0) return 0;
      isNew &&= !failed.includes(0);
    }
  },
});
