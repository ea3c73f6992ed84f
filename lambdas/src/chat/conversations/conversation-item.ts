import { ReasoningEffort } from 'shared-types/contract/model';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import { type ItemReader, readItem, type StoredItem, withoutNulls } from '../../platform/dynamodb/item.ts';
import { type Key, timeKey } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import type { Conversation, ForkOrigin } from './conversation.ts';

export const conversationKey = (userId: string, conversationId: string): Key => ({
  pk: `USER#${userId}`,
  sk: `CONVERSATION#${conversationId}`,
});

/** The place of a conversation in the list of its user, at one time. */
export type PlaceInList = Pick<Conversation, 'userId' | 'updateTimeMs' | 'conversationId'>;

/** The index sorts a user's conversations by their last activity. */
export const activityKey = ({ userId, updateTimeMs, conversationId }: PlaceInList) => ({
  gsi1pk: `USER#${userId}`,
  gsi1sk: `${timeKey(updateTimeMs)}#${conversationId}`,
});

/** Returns the keys of the forks of a conversation, and of the forks of these. */
export const forksKey = (userId: string, rootId: string) => ({ pk: `USER#${userId}`, prefix: `FORK#${rootId}#` });

export const forkKey = (userId: string, rootId: string, conversationId: string): Key => {
  const { pk, prefix } = forksKey(userId, rootId);
  return { pk, sk: `${prefix}${conversationId}` };
};

export const readEffort = (from: ItemReader) =>
  ReasoningEffort.options.find((each) => each === from.textOrNull('effort')) ?? null;

const readOrigin = (from: ItemReader | null): ForkOrigin | null =>
  from && { rootId: from.text('rootId'), parentId: from.text('parentId'), lastShared: from.textOrNull('lastShared') };

export const readConversation = (item: StoredItem | undefined): Conversation | undefined =>
  readItem(item, (from) => ({
    userId: from.text('pk').slice('USER#'.length),
    conversationId: from.text('sk').slice('CONVERSATION#'.length),
    title: from.text('title'),
    memorySize: from.number('memorySize'),
    modelCode: from.text('modelCode'),
    effort: readEffort(from),
    webSearch: from.boolean('webSearch'),
    systemPrompt: from.text('systemPrompt'),
    createTimeMs: from.number('createTimeMs'),
    updateTimeMs: from.number('updateTimeMs'),
    deletedAtMs: from.numberOrNull('deletedAtMs'),
    asks: from.number('asks', 0),
    rewrites: from.number('rewrites', 0),
    awaitsTitle: from.boolean('awaitsTitle', false),
    origin: readOrigin(from.entryOrNull('origin')),
  }));

/** Leaves out a count of zero, which is not stored. */
const positive = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

export const conversationItem = (conversation: Conversation): StoredItem => {
  const { userId, conversationId, asks, rewrites, awaitsTitle, origin, ...attributes } = conversation;
  return {
    ...conversationKey(userId, conversationId),
    ...activityKey(conversation),
    ...withoutNulls(attributes),
    ...positive({ asks, rewrites }),
    ...(awaitsTitle && { awaitsTitle }),
    ...(origin && { origin: withoutNulls(origin) }),
  };
};

/** Creates a conversation unless it is there. A fork has an entry as well, by which the branches of the first conversation find it. */
export const creationWrites = (TableName: string, conversation: Conversation): [Write, ...Write[]] => {
  const { userId, conversationId, origin } = conversation;
  return [
    { Put: { TableName, Item: conversationItem(conversation), ...onlyIf(condition`attribute_not_exists(pk)`) } },
    ...(origin ? [{ Put: { TableName, Item: { ...forkKey(userId, origin.rootId, conversationId) } } }] : []),
  ];
};
