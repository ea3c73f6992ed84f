import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { StoredItem } from '../../platform/dynamodb/item.ts';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { transact, type Write } from '../../platform/dynamodb/transaction.ts';
import { forEachConcurrently } from '../../platform/for-each.ts';
import { conversationItem, conversationKey } from '../conversations/conversation-item.ts';
import { laterActivity, rewriteWrite } from '../conversations/conversation-store.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { messageItem, messageKey, versionItem } from '../messages/message-item.ts';
import type { Message } from '../messages/message.ts';
import type { Import } from './import.ts';

interface StoredMessage {
  importId: unknown;
  /** The number of its files. */
  files: number;
}

export type ImportStore = ReturnType<typeof importStore>;

export function importStore({ client, TableName }: Table) {
  /** Returns which of these messages are stored. */
  async function findStored(ids: readonly string[]): Promise<Map<string, StoredMessage>> {
    const stored = new Map<string, StoredMessage>();
    await forEachConcurrently(ids, async (id) => {
      const get = new GetCommand({
        TableName,
        Key: messageKey(id),
        ProjectionExpression: 'sk, importId, files',
        ConsistentRead: true,
      });
      const { Item } = await client.send(get);
      if (!Item) return;
      const { importId = null, files = [] }: StoredItem = Item;
      stored.set(id, { importId, files: Array.isArray(files) ? files.length : 0 });
    });
    return stored;
  }

  async function isHidden({ userId, conversationId }: Pick<Conversation, 'userId' | 'conversationId'>) {
    const get = new GetCommand({
      TableName,
      Key: conversationKey(userId, conversationId),
      ProjectionExpression: 'deletedAtMs',
      ConsistentRead: true,
    });
    return (await client.send(get)).Item?.['deletedAtMs'] !== undefined;
  }

  return {
    findStored,

    /** Returns which of these conversations are deleted and not purged yet. */
    async findHidden(userId: string, ids: ReadonlySet<string>): Promise<Set<string>> {
      const hidden = new Set<string>();
      await forEachConcurrently([...ids], async (conversationId) => {
        if (await isHidden({ userId, conversationId })) hidden.add(conversationId);
      });
      return hidden;
    },
    /**
     * Creates the conversation unless it exists, stores its missing messages, and returns their number. A conversation that exists
     * gets the time of a later export. Stored messages stay as they are, because the user may have regenerated them. A deleted
     * conversation stays deleted, and gets no message. Nor does one get any between the messages of another branch, nor behind a
     * part that is not there.
     */
    async saveImport(
      conversation: Conversation,
      messages: readonly Message[],
      { after, versions = [] }: Partial<Pick<Import, 'after' | 'versions'>> = {},
    ): Promise<number | 'otherBranch' | 'deleted'> {
      const created: Write = {
        Put: { TableName, Item: conversationItem(conversation), ...onlyIf(condition`attribute_not_exists(sk)`) },
      };
      // Imported messages stand before those that were written here, so searches have to read all of them again.
      const visible = rewriteWrite(TableName, conversation);
      const follows: Write[] = after
        ? [
            {
              ConditionCheck: {
                TableName,
                Key: messageKey(after.sessionMessageId),
                ...onlyIf(condition`importId = ${after.importId}`),
              },
            },
          ]
        : [];
      const moveUp = () => conditionHeld(client.send(new UpdateCommand(laterActivity(TableName, conversation))));
      let isNew = true;
      let missing = messages;
      for (;;) {
        const writes = missing.map((message) => ({
          Put: { TableName, Item: messageItem(message), ...onlyIf(condition`attribute_not_exists(senderRole)`) },
        }));
        // A version comes with its answer or not at all, so the condition of the answer protects it.
        const others = versions
          .filter(({ answer }) => missing.some(({ sessionMessageId: id }) => id === answer.sessionMessageId))
          .map((version) => ({ Put: { TableName, Item: versionItem(version) } }));
        const failed = await transact(client, [isNew ? created : visible, ...follows, ...writes, ...others]);
        if (failed.length === 0) {
          if (!isNew) await moveUp();
          return missing.length;
        }
        // The conversation was there first, then it was not: it is deleted.
        if (failed.includes(0) && !isNew) return 'deleted';
        if (after && failed.includes(1)) return 'otherBranch';
        const refused = new Set(failed.map((index) => missing[index - 1 - follows.length]));
        const there = missing.filter((message) => refused.has(message));
        const stored = await findStored(there.map(({ sessionMessageId }) => sessionMessageId));
        const isOther = ({ sessionMessageId: id, importId }: Message) =>
          stored.has(id) && stored.get(id)?.importId !== importId;
        if (there.some(isOther)) return 'otherBranch';
        missing = missing.filter((message) => !refused.has(message));
        if (missing.length === 0) {
          // The call before may have ended between its two writes.
          await moveUp();
          return (await isHidden(conversation)) ? 'deleted' : 0;
        }
        isNew &&= !failed.includes(0);
      }
    },
  };
}
