import type { ChatMessage } from 'shared-types/contract/chat';
import type { MessageStatus, SenderRole } from 'shared-types/rules/message-status';
import { AppError } from '../../platform/app-error.ts';
import type { Failure } from '../models/failures.ts';
import type { Session } from '../conversations/conversation.ts';

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

/** A question, or an answer and how far its writing is. */
export interface Message {
  sessionMessageId: string;
  userId: string;
  senderRole: SenderRole;
  status: MessageStatus;
  text: string;
  createTimeMs: number;
  /** Which asking for an answer this is. What belongs to an earlier one changes nothing any more. */
  attempt: number;
  /** When a worker was last asked for it, or is asked again. */
  queuedAtMs: number;
  /** How often a poll had to ask again, because nobody was writing any more. */
  heals: number;
  /** How many deliveries have given up because the provider was busy. */
  deliveries: number;
  /** Until when whoever writes it is surely alive. */
  leaseUntilMs: number;
  failure: Failure | null;
  usage: Usage | null;
  modelCode: string | null;
  finishReason: string | null;
  /** Which attempt said the text. */
  version: number;
  /** The versions of which a copy is kept, oldest first. */
  kept: readonly number[];
  /** The text is still the one from before it was asked for again: this attempt has said nothing. */
  isPreviousAnswer: boolean;
}

export const messageId = (sessionId: string, ulid: string) => `${sessionId}.${ulid}`;
export const ulidOf = (sessionMessageId: string) => sessionMessageId.slice(sessionMessageId.indexOf('.') + 1);

/** What is not known of a message yet. */
export const blank = {
  attempt: 0,
  queuedAtMs: 0,
  heals: 0,
  deliveries: 0,
  leaseUntilMs: 0,
  failure: null,
  usage: null,
  modelCode: null,
  finishReason: null,
  version: 0,
  kept: [],
  isPreviousAnswer: false,
};

/** What was said, and the empty answer that a worker will fill in. */
export function newExchange(
  { userId, sessionId }: Pick<Session, 'userId' | 'sessionId'>,
  text: string,
  [questionUlid, answerUlid]: [string, string],
  now: Date,
): { question: Message; answer: Message } {
  const createTimeMs = now.getTime();
  return {
    question: {
      ...blank,
      sessionMessageId: messageId(sessionId, questionUlid),
      userId,
      senderRole: 'USER',
      status: 'DONE',
      text,
      createTimeMs,
    },
    answer: {
      ...blank,
      sessionMessageId: messageId(sessionId, answerUlid),
      userId,
      senderRole: 'ASSISTANT',
      status: 'PENDING',
      text: '',
      createTimeMs,
      attempt: 1,
      version: 1,
      queuedAtMs: createTimeMs,
    },
  };
}

export function inAnotherState({ senderRole, status }: Message) {
  const why =
    senderRole === 'ASSISTANT' ? `This answer is ${status}.` : 'Only an answer can be regenerated or stopped.';
  return new AppError('conflict', why, { current: status });
}

/** A live writer renews its lease three times in this time. */
export const leaseMs = 30_000;
export const renewEveryMs = 10_000;

/** Nobody takes longer than this to begin; a message that is held back on purpose says so in `queuedAtMs`. */
const patienceMs = 15_000;
const mostHeals = 2;

/** What whoever looks at an answer has to do for it: nothing, ask a worker again, or give it up. */
export function healingOf({ status, queuedAtMs, leaseUntilMs, heals }: Message, now: Date): 'none' | 'ask' | 'giveUp' {
  const nowMs = now.getTime();
  const isAbandoned =
    (status === 'PENDING' || (status === 'IN_PROGRESS' && leaseUntilMs <= nowMs)) && queuedAtMs + patienceMs <= nowMs;
  if (!isAbandoned) return 'none';
  return heals < mostHeals ? 'ask' : 'giveUp';
}

/** All versions of an answer, oldest first, the shown one among them. Of an answer that has only one nothing is told. */
function versionsOf({
  kept,
  version,
  isPreviousAnswer,
}: Message): Pick<ChatMessage, 'version' | 'versions' | 'isFormer'> {
  const versions = kept.includes(version) ? [...kept] : [...kept, version];
  if (versions.length < 2 && !isPreviousAnswer) return {};
  return { version, versions, ...(isPreviousAnswer && { isFormer: true }) };
}

export const asChatMessage = (message: Message): ChatMessage => ({
  sessionMessageId: message.sessionMessageId,
  text: message.text,
  status: message.status,
  senderRole: message.senderRole,
  createTime: message.createTimeMs,
  ...(message.failure === null ? {} : { failure: message.failure }),
  ...(message.usage === null ? {} : { usage: message.usage }),
  ...(message.modelCode === null ? {} : { modelCode: message.modelCode }),
  ...(message.finishReason === null ? {} : { finishReason: message.finishReason }),
  ...versionsOf(message),
});
