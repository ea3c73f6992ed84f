import type { ChatSession } from 'shared-types/contract/chat';
import type { ModelSettings, ReasoningEffort } from 'shared-types/contract/model';
import { maxTitleLength } from 'shared-types/rules/limits';
import { AppError } from '../../platform/app-error.ts';
import { type Catalogue, replaceIfRetired } from '../models/catalogue.ts';

/** A conversation of one user. The wire and stored items call it a session. */
export interface Conversation {
  userId: string;
  conversationId: string;
  title: string;
  memorySize: number;
  modelCode: string;
  /** Null for the model's own. */
  effort: ReasoningEffort | null;
  webSearch: boolean;
  createTimeMs: number;
  /** The time of the last question. */
  updateTimeMs: number;
  /** A deleted conversation is hidden until a purge removes it. */
  deletedAtMs: number | null;
}

export interface ConversationSettings {
  memorySize: number;
  modelCode: string;
  effort: ReasoningEffort | null;
  webSearch: boolean;
}

/** A new conversation takes the user's last settings, else the configured ones. A retired model is replaced. */
export function initialSettings(
  last: Partial<ConversationSettings>,
  defaults: ConversationSettings,
  catalogue: Catalogue,
  now: Date,
): ConversationSettings {
  const isListed = catalogue.models.some(({ code }) => code === last.modelCode);
  const modelCode = (isListed ? last.modelCode : undefined) ?? defaults.modelCode;
  return { ...defaults, ...last, modelCode: replaceIfRetired(modelCode, catalogue, now) };
}

export const newConversation = (
  { userId, conversationId, title }: Pick<Conversation, 'userId' | 'conversationId' | 'title'>,
  settings: ConversationSettings,
  now: Date,
): Conversation => ({
  userId,
  conversationId,
  title: title.trim() === '' ? 'New conversation' : title,
  ...settings,
  createTimeMs: now.getTime(),
  updateTimeMs: now.getTime(),
  deletedAtMs: null,
});

const maxGeneratedTitleLength = 60;

/** The title is the first line of the question that is not blank, cut to a length that the list can show. */
export function titleFromQuestion(text: string): string {
  const line = (/\S.*/.exec(text)?.[0] ?? '').trim();
  if (line.length <= maxGeneratedTitleLength) return line;
  // The cut must not leave the first half of a surrogate pair.
  return `${line.slice(0, maxGeneratedTitleLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

export interface ConversationChanges {
  title: string | null;
  memorySize: number | null;
  modelCode: string | null;
  effort?: ReasoningEffort | 'default' | undefined;
  webSearch?: boolean | undefined;
}

export function rejectUnknownModel(modelCode: string | null, models: readonly ModelSettings[]) {
  if (modelCode === null || models.some(({ code }) => code === modelCode)) return;
  const message = 'is not one of the models';
  throw new AppError('invalid', `body.modelCode: ${message}`, { issues: [{ path: 'body.modelCode', message }] });
}

export const conversationNotFound = () =>
  new AppError('notFound', 'This conversation does not exist or has been deleted.');

/** The search ignores case and the way in which a letter is composed. */
const normalized = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en').trim();
export const titleMatches = ({ title }: Conversation, query: string) => normalized(title).includes(normalized(query));

export const toChatSession = (conversation: Conversation): ChatSession => ({
  sessionId: conversation.conversationId,
  title: conversation.title.slice(0, maxTitleLength),
  memorySize: conversation.memorySize,
  chatProvider: 'OPENAI',
  chatModal: conversation.modelCode,
  ...(conversation.effort !== null && { effort: conversation.effort }),
  ...(conversation.webSearch && { webSearch: true }),
  createTime: conversation.createTimeMs,
  updateTime: conversation.updateTimeMs,
});
