import type { ChatMessage } from 'shared-types/contract/chat';
import type { ImportedMessage } from 'shared-types/contract/chat/import';
import { isSettled, type MessageStatus, type RetryReason, type SenderRole } from 'shared-types/rules/message-status';
import { AppError } from '../../platform/app-error.ts';
import { type StoredFile, toChatFile } from '../files/file.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { AnswerFailure } from '../models/failures.ts';
import type { Citation, TokenUsage } from '../models/model.ts';

/** An answer that its provider writes without a connection, so that another worker may take it up. */
export interface BackgroundResponse {
  /** The provider's id. */
  id: string;
  modelCode: string;
  /** The spending that its first worker reserved, which the last one settles. */
  reservation: { id: string; atMs: number; tokens: number; microDollars: number };
}

/** The next attempt of the workers at an answer, or the current one. */
export interface Retry {
  reason: RetryReason;
  /** The time at which the model is asked again. */
  atMs: number;
}

/** A question, or an answer and its progress. */
export interface Message {
  sessionMessageId: string;
  userId: string;
  senderRole: SenderRole;
  status: MessageStatus;
  text: string;
  createTimeMs: number;
  /** The id that another chat has given an imported message; null for every other. */
  importId: string | null;
  /** The files of a question, in the order of its user. */
  files: readonly StoredFile[] | null;
  /** Every request for an answer begins a new attempt. Writes of an earlier attempt are refused. */
  attempt: number;
  /** The time at which the answer's job was last sent, or is sent again. */
  queuedAtMs: number;
  /** The last time at which a page was seen to show the answer, by its request or a poll. */
  shownAtMs: number;
  /** The time at which a worker has settled the answer; null before, and for a stopped answer. */
  endedAtMs: number | null;
  /** The number of times that a poll has asked another worker, because none was writing. */
  recoveries: number;
  /** The number of times that a poll has sent the job again, because no worker was free. */
  waits: number;
  /** The number of deliveries that gave up because the provider was busy. */
  deliveries: number;
  /** Null before the first failure, and after the first words. */
  retry: Retry | null;
  /** The token of the worker that writes the answer. */
  holder: string | null;
  /** The worker holds a lease until then. */
  leaseUntilMs: number;
  /** Null for an answer that ends with its worker's connection. */
  background: BackgroundResponse | null;
  failure: AnswerFailure | null;
  usage: TokenUsage | null;
  /** The model's thoughts before the text, if the provider shows them. */
  thoughts: string | null;
  /** The pages that the answer names as its sources. */
  citations: readonly Citation[] | null;
  modelCode: string | null;
  finishReason: string | null;
  /** The attempt that wrote the text. */
  version: number;
  /** The versions with a stored copy, oldest first. */
  kept: readonly number[];
  /** The text is the one from before the current attempt, which has written nothing yet. */
  isPreviousAnswer: boolean;
}

export const messageId = (conversationId: string, ulid: string) => `${conversationId}.${ulid}`;
export const ulidOf = (sessionMessageId: string) => sessionMessageId.slice(sessionMessageId.indexOf('.') + 1);

/** A message that no worker has touched. */
export const initialState = {
  importId: null,
  files: null,
  attempt: 0,
  queuedAtMs: 0,
  shownAtMs: 0,
  endedAtMs: null,
  recoveries: 0,
  waits: 0,
  deliveries: 0,
  retry: null,
  holder: null,
  leaseUntilMs: 0,
  background: null,
  failure: null,
  usage: null,
  thoughts: null,
  citations: null,
  modelCode: null,
  finishReason: null,
  version: 0,
  kept: [],
  isPreviousAnswer: false,
};

/** Creates a question, and the empty answer that a worker fills in. */
export function newExchange(
  { userId, conversationId }: Pick<Conversation, 'userId' | 'conversationId'>,
  text: string,
  [questionUlid, answerUlid]: [string, string],
  now: Date,
): { question: Message; answer: Message } {
  const createTimeMs = now.getTime();
  return {
    question: {
      ...initialState,
      sessionMessageId: messageId(conversationId, questionUlid),
      userId,
      senderRole: 'USER',
      status: 'DONE',
      text,
      createTimeMs,
    },
    answer: {
      ...initialState,
      sessionMessageId: messageId(conversationId, answerUlid),
      userId,
      senderRole: 'ASSISTANT',
      status: 'PENDING',
      text: '',
      createTimeMs,
      attempt: 1,
      version: 1,
      queuedAtMs: createTimeMs,
      shownAtMs: createTimeMs,
    },
  };
}

/** Creates a message that was written in another chat. */
export function importedMessage(
  { userId, conversationId }: Pick<Conversation, 'userId' | 'conversationId'>,
  ulid: string,
  {
    id,
    senderRole,
    text,
    createTime,
    modelCode,
    status = 'DONE',
    finishReason,
    version = senderRole === 'ASSISTANT' ? 1 : 0,
    otherVersions = [],
  }: ImportedMessage,
): Message {
  const kept = otherVersions.map((other) => other.version).toSorted((one, other) => one - other);
  return {
    ...initialState,
    sessionMessageId: messageId(conversationId, ulid),
    userId,
    senderRole,
    status,
    text,
    createTimeMs: createTime,
    importId: id,
    // The next attempt becomes a version of its own.
    attempt: Math.max(version, ...kept),
    version,
    kept,
    modelCode: modelCode ?? null,
    finishReason: finishReason ?? null,
  };
}

const conflicts: Record<MessageStatus, string> = {
  PENDING: 'This answer is still being written.',
  IN_PROGRESS: 'This answer is still being written.',
  DONE: 'This answer is already complete.',
  FAILED: 'This answer has already failed.',
};

/** Returns the error for a request that the state of the message does not allow. */
export function stateConflict({ senderRole, status }: Message) {
  const text = senderRole === 'ASSISTANT' ? conflicts[status] : 'Only an answer can be regenerated or stopped.';
  return new AppError('conflict', text, { current: status });
}

/**
 * Returns the versions of an answer, oldest first, with the shown one among them. An answer with one version has no
 * list.
 */
export function versionFields({
  kept,
  version,
  isPreviousAnswer,
}: Message): Pick<ChatMessage, 'version' | 'versions' | 'isFormer'> {
  // An imported answer may be older than others of its versions, and has no stored copy yet.
  const versions = [...new Set([...kept, version])].toSorted((one, other) => one - other);
  if (versions.length < 2 && !isPreviousAnswer) return {};
  return { version, versions, ...(isPreviousAnswer && { isFormer: true }) };
}

/** Returns what a page shows at this time. */
export const toChatMessage = (message: Message, now: Date): ChatMessage => ({
  sessionMessageId: message.sessionMessageId,
  text: message.text,
  status: message.status,
  senderRole: message.senderRole,
  createTime: message.createTimeMs,
  ...(message.files === null ? {} : { files: message.files.map(toChatFile) }),
  ...(message.failure === null ? {} : { failure: message.failure }),
  ...(message.usage === null ? {} : { usage: message.usage }),
  ...(message.thoughts === null || message.isPreviousAnswer ? {} : { thoughts: message.thoughts }),
  ...(message.citations === null || message.isPreviousAnswer ? {} : { citations: [...message.citations] }),
  ...(message.modelCode === null ? {} : { modelCode: message.modelCode }),
  ...(message.finishReason === null ? {} : { finishReason: message.finishReason }),
  ...(writtenText(message) === undefined || message.holder === null ? {} : { writer: message.holder }),
  ...(message.status === 'PENDING' && message.waits > 0 && { isWaiting: true }),
  ...(!isSettled(message) && writtenText(message) === undefined && { askedAt: message.queuedAtMs }),
  ...retryField(message, now),
  ...versionFields(message),
});

/** A page counts down from the remaining time, because its clock may be another. */
function retryField(message: Message, now: Date): Pick<ChatMessage, 'retry'> {
  if (message.retry === null || isSettled(message) || writtenText(message) !== undefined) return {};
  const { reason, atMs } = message.retry;
  return { retry: { reason, inMs: Math.max(atMs - now.getTime(), 0) } };
}

/**
 * Returns the text of an answer that has a worker, as far as it was saved. It is undefined before its first words. It
 * stands in pieces, so it is put together when the answer ends without its worker.
 */
export const writtenText = ({ status, holder, text, isPreviousAnswer }: Message) =>
  status === 'IN_PROGRESS' && holder !== null && text !== '' && !isPreviousAnswer ? text : undefined;

/** Leaves out the text that the caller has already. */
export function restAfter(
  { after, writer }: { after?: number | undefined; writer?: string | undefined },
  message: ChatMessage,
) {
  const { text } = message;
  if (after === undefined || writer === undefined || writer !== message.writer || after > text.length) return message;
  // The thoughts were complete before the text began, so the caller has them, too.
  const { thoughts, ...rest } = message;
  return { ...rest, after, text: text.slice(after), ...(text === '' && thoughts !== undefined && { thoughts }) };
}
