import type { AnswerVersion } from 'shared-types/contract/chat';
import { maxKeptVersions } from 'shared-types/rules/limits';
import { isComplete, isSettled } from 'shared-types/rules/message-status';
import { AppError } from '../../platform/app-error.ts';
import { initialState, type Message, stateConflict, toChatMessage } from './message.ts';

/** An answer and its question. The question is undefined if another answer stands before this one. */
export interface Exchange {
  question: Message | undefined;
  answer: Message;
}

/** A copy of an earlier answer, with the text of its question at that time. */
export interface Version {
  answer: Message;
  question: string | null;
}

/** A change of an exchange whose answer is settled, and its effect on the versions. */
export interface Revision {
  before: Exchange;
  after: Exchange;
  /** The previous answer is stored as a version. */
  isKept: boolean;
  /** The version that makes room. */
  dropped: number | undefined;
}

const isReworded = (before: Exchange, after: Exchange) => before.question?.text !== after.question?.text;

/**
 * Keeps an answer that has a text, and any answer whose question is edited. Only a new version needs room: a version
 * that is shown again is one of the kept ones already.
 */
function createRevision(before: Exchange, after: Exchange, { isNew }: { isNew: boolean }): Revision {
  const { version, kept, text } = before.answer;
  const isKept = !kept.includes(version) && (text.trim() !== '' || isReworded(before, after));
  const all = isKept ? [...kept, version].toSorted((a, b) => a - b) : kept;
  const dropped = isNew && all.length > maxKeptVersions ? all.find((each) => each !== version) : undefined;
  const answer = { ...after.answer, kept: all.filter((each) => each !== dropped) };
  return { before, after: { ...after, answer }, isKept, dropped };
}

const withText = (question: Message | undefined, text: string | null | undefined): Message | undefined =>
  question && { ...question, text: text ?? question.text };

export function rejectUnsettled(answer: Message) {
  if (answer.senderRole !== 'ASSISTANT' || !isSettled(answer)) throw stateConflict(answer);
}

/**
 * Returns the next attempt at an answer, which may have an edited question. The previous answer stays on screen until
 * the first new words if it was complete and the question is the same.
 */
export function nextAttempt(before: Exchange, text: string | undefined, now: Date): Revision {
  rejectUnsettled(before.answer);
  if (text !== undefined && !before.question) throw new AppError('notFound', 'This answer has no question to edit.');
  const question = withText(before.question, text);
  const attempt = before.answer.attempt + 1;
  const isSame = before.question?.text === question?.text;
  const staysVisible =
    isSame && isComplete(before.answer, before.answer.isPreviousAnswer) && before.answer.text.trim() !== '';
  const answer: Message = {
    ...initialState,
    ...identityOf(before.answer),
    status: 'PENDING',
    attempt,
    queuedAtMs: now.getTime(),
    shownAtMs: now.getTime(),
    isPreviousAnswer: staysVisible,
    text: staysVisible ? before.answer.text : '',
    version: staysVisible ? before.answer.version : attempt,
  };
  return createRevision(before, { question, answer }, { isNew: true });
}

/**
 * Returns the exchange with a version in its place. It counts as another attempt, so writes that began before are
 * refused.
 */
export function withVersion(before: Exchange, version: Version): Revision {
  const answer: Message = {
    ...version.answer,
    ...identityOf(before.answer),
    attempt: before.answer.attempt + 1,
    isPreviousAnswer: false,
  };
  return createRevision(before, { question: withText(before.question, version.question), answer }, { isNew: false });
}

/** Returns what a file of the conversation has of a version. Its copy names those that there were at its time. */
export const toAnswerVersion = ({ answer, question }: Version, now: Date): AnswerVersion => ({
  ...toChatMessage({ ...answer, kept: [] }, now),
  version: answer.version,
  ...(question !== null && { question }),
});

const identityOf = ({ sessionMessageId, userId, senderRole, createTimeMs, importId }: Message) => ({
  sessionMessageId,
  userId,
  senderRole,
  createTimeMs,
  importId,
});
