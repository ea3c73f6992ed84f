import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { readItem, type StoredItem, withoutNulls } from '../../platform/dynamodb/item.ts';
import {
  conditionHeld,
  emptyIfConditionFailed,
  type Key,
  queryPages,
  type Table,
} from '../../platform/dynamodb/table.ts';
import { retryWithBackoff, type Write } from '../../platform/dynamodb/transaction.ts';
import { updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import {
  type Conversation,
  type ConversationChanges,
  conversationNotFound,
  type ConversationSettings,
} from './conversation.ts';
import {
  activityKey,
  readConversation,
  conversationItem,
  conversationKey,
  readEffort,
  type PlaceInList,
} from './conversation-item.ts';

const lastSettingsKey = (userId: string): Key => ({ pk: `USER#${userId}`, sk: 'LAST_SETTINGS' });

const readLastSettings = (item: StoredItem | undefined) =>
  readItem(item, (from) => ({
    modelCode: from.textOrNull('modelCode'),
    memorySize: from.numberOrNull('memorySize'),
    effort: readEffort(from),
    webSearch: from.boolean('webSearch', false),
  }));

/**
 * Returns the attributes of a change. A model's own effort is stored as `default`, because null leaves a field as it
 * is.
 */
const changedAttributes = ({
  modelCode,
  memorySize,
  effort,
  webSearch,
}: Omit<ConversationChanges, 'title' | 'systemPrompt'>) => ({
  ...withoutNulls({ modelCode, memorySize }),
  ...(effort !== undefined && { effort }),
  ...(webSearch !== undefined && { webSearch }),
});

const isVisible = condition`attribute_exists(pk) AND attribute_not_exists(deletedAtMs)`;

/** The part of an update that puts a conversation at the place of its time. */
const activityUpdate = (conversation: Conversation) => ({
  Key: conversationKey(conversation.userId, conversation.conversationId),
  set: { updateTimeMs: conversation.updateTimeMs, gsi1sk: activityKey(conversation).gsi1sk },
});

/** Moves a conversation up to the place of its time, unless it is above that. */
export const laterActivity = (TableName: string, conversation: Conversation) =>
  updateItem({
    TableName,
    ...activityUpdate(conversation),
    when: condition`updateTimeMs < ${conversation.updateTimeMs}`,
  });

/** A change of the messages of a conversation. Searches tell by their numbers whether its packed texts are still true. */
type MessageChange = 'asks' | 'rewrites';

/** Moves a conversation to the top of the list. */
export const activityWrite = (TableName: string, conversation: Conversation, change: MessageChange): Write =>
  updateWrite({ TableName, ...activityUpdate(conversation), add: { [change]: 1 }, when: isVisible });

/** Counts a change of messages that leaves the conversation where it is in the list. */
export const rewriteWrite = (
  TableName: string,
  { userId, conversationId }: Pick<Conversation, 'userId' | 'conversationId'>,
): Write =>
  updateWrite({ TableName, Key: conversationKey(userId, conversationId), add: { rewrites: 1 }, when: isVisible });

export type ConversationStore = ReturnType<typeof conversationStore>;

export function conversationStore(table: Table) {
  const { client, TableName } = table;

  /** Finds deleted conversations as well. */
  async function findConversation(userId: string, conversationId: string) {
    const Key = conversationKey(userId, conversationId);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return readConversation(Item);
  }

  /** Throws for deleted conversations and for those of other users. */
  async function getConversation(userId: string, conversationId: string) {
    const conversation = await findConversation(userId, conversationId);
    if (!conversation || conversation.deletedAtMs !== null) throw conversationNotFound();
    return conversation;
  }

  const queryByActivity = (userId: string, after: PlaceInList | undefined, Limit?: number) =>
    queryPages(table, {
      IndexName: 'gsi1',
      KeyConditionExpression: after ? 'gsi1pk = :pk AND gsi1sk < :after' : 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': `USER#${userId}`, ...(after ? { ':after': activityKey(after).gsi1sk } : {}) },
      ScanIndexForward: false,
      ...(Limit === undefined ? {} : { Limit }),
    });

  return {
    findConversation,
    getConversation,

    /** Reads one page, last active first, without the pinned ones. Only the end of the list is an empty page. */
    async pageConversations(
      userId: string,
      after: PlaceInList | undefined,
      limit: number,
      pins: ReadonlySet<string> = new Set(),
    ): Promise<Conversation[]> {
      for await (const items of queryByActivity(userId, after, limit)) {
        const all = items.flatMap((item) => readConversation(item) ?? []);
        const conversations = all.filter(({ conversationId }) => !pins.has(conversationId));
        if (conversations.length > 0) return conversations;
      }
      return [];
    },

    /** Finds the conversations that are pinned, last active first. Deleted ones are left out. */
    async findPinned(userId: string, pins: ReadonlySet<string>): Promise<Conversation[]> {
      const found = await Promise.all([...pins].map((id) => findConversation(userId, id)));
      return found
        .flatMap((each) => (each && each.deletedAtMs === null ? each : []))
        .toSorted((one, other) => other.updateTimeMs - one.updateTimeMs);
    },

    /** Yields every conversation, last active first. Pages are read as they are needed. */
    async *allConversations(userId: string) {
      for await (const items of queryByActivity(userId, undefined))
        yield* items.flatMap((item) => readConversation(item) ?? []);
    },

    async createConversation(conversation: Conversation) {
      await client.send(
        new PutCommand({
          TableName,
          Item: conversationItem(conversation),
          ...onlyIf(condition`attribute_not_exists(pk)`),
        }),
      );
    },

    /** `null` leaves a field as it is. */
    async updateConversation(userId: string, conversationId: string, changes: ConversationChanges) {
      const { title, systemPrompt } = changes;
      const set = {
        ...withoutNulls({ title }),
        ...changedAttributes(changes),
        ...(systemPrompt !== undefined && { systemPrompt }),
      };
      if (Object.keys(set).length === 0) return getConversation(userId, conversationId);
      const update = new UpdateCommand({
        ...updateItem({
          TableName,
          Key: conversationKey(userId, conversationId),
          set,
          remove: title === null ? [] : ['awaitsTitle'],
          when: isVisible,
        }),
        ReturnValues: 'ALL_NEW',
      });
      const { Attributes } = await retryWithBackoff(() => client.send(update).catch(emptyIfConditionFailed));
      const conversation = readConversation(Attributes);
      if (!conversation) throw conversationNotFound();
      return conversation;
    },

    /** Finds the settings that the user chose last, as far as there are any. */
    async findLastSettings(userId: string): Promise<Partial<ConversationSettings>> {
      const Key = lastSettingsKey(userId);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const { modelCode = null, memorySize = null, effort = null, webSearch = false } = readLastSettings(Item) ?? {};
      return {
        ...(modelCode !== null && { modelCode }),
        ...(memorySize !== null && { memorySize }),
        effort,
        webSearch,
      };
    },

    /** `null` leaves a setting as it is. The later of two concurrent writes wins. */
    async saveLastSettings(userId: string, settings: Omit<ConversationChanges, 'title' | 'systemPrompt'>) {
      const set = changedAttributes(settings);
      if (Object.keys(set).length === 0) return;
      await client.send(new UpdateCommand(updateItem({ TableName, Key: lastSettingsKey(userId), set })));
    },

    /** Returns false if the conversation is deleted already. */
    hideConversation: ({ userId, conversationId }: Conversation, deletedAtMs: number) =>
      retryWithBackoff(() =>
        conditionHeld(
          client.send(
            new UpdateCommand(
              updateItem({
                TableName,
                Key: conversationKey(userId, conversationId),
                set: { deletedAtMs },
                remove: ['gsi1pk', 'gsi1sk'],
                when: isVisible,
              }),
            ),
          ),
        ),
      ),

    async restoreConversation(userId: string, conversationId: string): Promise<Conversation> {
      const conversation = await findConversation(userId, conversationId);
      if (!conversation) throw conversationNotFound();
      if (conversation.deletedAtMs === null) return conversation;
      const isRestored = await conditionHeld(
        client.send(
          new UpdateCommand(
            updateItem({
              TableName,
              Key: conversationKey(userId, conversationId),
              set: activityKey(conversation),
              remove: ['deletedAtMs'],
              when: condition`deletedAtMs = ${conversation.deletedAtMs} AND attribute_not_exists(purging)`,
            }),
          ),
        ),
      );
      if (!isRestored) throw conversationNotFound();
      return { ...conversation, deletedAtMs: null };
    },
  };
}
