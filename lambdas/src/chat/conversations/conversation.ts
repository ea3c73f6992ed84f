import type { ChatSession } from 'shared-types/contract/chat';
import type { ModelSettings, ReasoningEffort } from 'shared-types/contract/model';
import { maxPinnedConversations, maxTitleLength } from 'shared-types/rules/limits';
import { AppError } from '../../platform/app-error.ts';

/** The place at which a fork has left another conversation. */
export interface ForkOrigin {
  /** The conversation that the first fork of all these was made of. */
  rootId: string;
  parentId: string;
  /** The last message that both have, without the id of its conversation. Null if a fork begins with another first question. */
  lastShared: string | null;
}

/** A conversation of one user. The wire calls it a session. */
export interface Conversation {
  userId: string;
  conversationId: string;
  title: string;
  memorySize: number;
  modelCode: string;
  /** Null for the model's own. */
  effort: ReasoningEffort | null;
  webSearch: boolean;
  /** The model reads it before the messages. It is empty for none. */
  systemPrompt: string;
  createTimeMs: number;
  /** The time of the last question. */
  updateTimeMs: number;
  /** A deleted conversation is hidden until a purge removes it. */
  deletedAtMs: number | null;
  /** The number of changes that have added messages to it, and of those that have changed a settled message. */
  asks: number;
  rewrites: number;
  /** Its title is the first line of the question, and a model may write a better one. */
  awaitsTitle: boolean;
  /** Null for a conversation that is no fork. */
  origin: ForkOrigin | null;
}

export interface ConversationSettings {
  memorySize: number;
  modelCode: string;
  effort: ReasoningEffort | null;
  webSearch: boolean;
}

export const newConversation = (
  { userId, conversationId, title }: Pick<Conversation, 'userId' | 'conversationId' | 'title'>,
  settings: ConversationSettings & { systemPrompt?: string; awaitsTitle?: boolean },
  now: Date,
): Conversation => ({
  userId,
  conversationId,
  title: title.trim() === '' ? 'New conversation' : title,
  systemPrompt: '',
  awaitsTitle: false,
  ...settings,
  createTimeMs: now.getTime(),
  updateTimeMs: now.getTime(),
  deletedAtMs: null,
  asks: 0,
  rewrites: 0,
  origin: null,
});

export interface ConversationChanges {
  title: string | null;
  memorySize: number | null;
  modelCode: string | null;
  effort?: ReasoningEffort | 'default' | undefined;
  webSearch?: boolean | undefined;
  systemPrompt?: string | undefined;
}

export function rejectUnknownModel(modelCode: string | null, models: readonly ModelSettings[]) {
  if (modelCode === null || models.some(({ code }) => code === modelCode)) return;
  const message = 'is not one of the models';
  throw new AppError('invalid', `body.modelCode: ${message}`, { issues: [{ path: 'body.modelCode', message }] });
}

export const conversationNotFound = () =>
  new AppError('notFound', 'This conversation does not exist or has been deleted.');

export function rejectUnpinned(result: 'pinned' | 'conversationGone' | 'tooMany') {
  if (result === 'conversationGone') throw conversationNotFound();
  if (result === 'tooMany')
    throw new AppError('conflict', `You can pin ${maxPinnedConversations} conversations. Unpin one first.`);
}

export const toChatSession = (conversation: Conversation): ChatSession => ({
  sessionId: conversation.conversationId,
  title: conversation.title.slice(0, maxTitleLength),
  memorySize: conversation.memorySize,
  chatProvider: 'OPENAI',
  chatModal: conversation.modelCode,
  ...(conversation.effort !== null && { effort: conversation.effort }),
  ...(conversation.webSearch && { webSearch: true }),
  ...(conversation.systemPrompt !== '' && { systemPrompt: conversation.systemPrompt }),
  createTime: conversation.createTimeMs,
  updateTime: conversation.updateTimeMs,
});

export const pinnedField = ({ conversationId }: Conversation, pins: ReadonlySet<string>) =>
  pins.has(conversationId) ? { pinned: true } : {};

/** Returns a conversation in a list, which shows no prompts: twenty of them can be as long as a book. */
export const toListedSession = (conversation: Conversation, pins: ReadonlySet<string>) => ({
  ...toChatSession({ ...conversation, systemPrompt: '' }),
  ...pinnedField(conversation, pins),
});
