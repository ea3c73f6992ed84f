import { isComplete, isSettled } from 'shared-types/rules/message-status';
import { AppError } from '../../platform/app-error.ts';
import { blank, inAnotherState, type Message } from './message.ts';

/** So many versions of an answer are kept beside a new one, for which the oldest makes room. */
export const mostKept = 5;

/** An answer and what was asked before it; nothing where nobody knows. */
export interface Exchange {
  question: Message | undefined;
  answer: Message;
}

/** A copy of an answer as it was, with the words of its question at that time. */
export interface Version {
  answer: Message;
  question: string | null;
}

/** A change of an exchange whose answer is final, and what becomes of its versions with it. */
export interface Revision {
  before: Exchange;
  after: Exchange;
  /** What was said before is kept: nothing else has it. */
  isKept: boolean;
  /** The version that makes room. */
  dropped: number | undefined;
}

const isReworded = (before: Exchange, after: Exchange) => before.question?.text !== after.question?.text;

/**
 * Whatever was said is kept; and a question that is reworded, with whatever answer it had. Only a new version needs room:
 * one that is shown stood among the kept ones before, and is counted beside them no second time.
 */
function revise(before: Exchange, after: Exchange, { isNew }: { isNew: boolean }): Revision {
  const { version, kept, text } = before.answer;
  const isKept = !kept.includes(version) && (text.trim() !== '' || isReworded(before, after));
  const all = isKept ? [...kept, version].toSorted((a, b) => a - b) : kept;
  const dropped = isNew && all.length > mostKept ? all.find((each) => each !== version) : undefined;
  const answer = { ...after.answer, kept: all.filter((each) => each !== dropped) };
  return { before, after: { ...after, answer }, isKept, dropped };
}

/** The question in other words. */
function reworded(question: Message | undefined, text: string | null | undefined): Message | undefined {
  return question && { ...question, text: text ?? question.text };
}

/** Only what is final can be asked for once more. */
export function refuseUnsettled(answer: Message) {
  if (answer.senderRole !== 'ASSISTANT' || !isSettled(answer)) throw inAnotherState(answer);
}

/**
 * The same answer, asked for once more, maybe with other words. To the same words, what was said to its end stays on screen
 * until the first new ones.
 */
export function askedAgain(before: Exchange, text: string | undefined, now: Date): Revision {
  refuseUnsettled(before.answer);
  if (text !== undefined && !before.question)
    throw new AppError('notFound', 'There is no question before this answer.');
  const question = reworded(before.question, text);
  const attempt = before.answer.attempt + 1;
  const isSame = before.question?.text === question?.text;
  const stays = isSame && isComplete(before.answer, before.answer.isPreviousAnswer) && before.answer.text.trim() !== '';
  const answer: Message = {
    ...blank,
    ...identityOf(before.answer),
    status: 'PENDING',
    attempt,
    queuedAtMs: now.getTime(),
    isPreviousAnswer: stays,
    text: stays ? before.answer.text : '',
    version: stays ? before.answer.version : attempt,
  };
  return revise(before, { question, answer }, { isNew: true });
}

/** The exchange in the words of a version. It counts as another attempt: what was begun before it is over. */
export function shownAs(before: Exchange, version: Version): Revision {
  const answer: Message = {
    ...version.answer,
    ...identityOf(before.answer),
    attempt: before.answer.attempt + 1,
    isPreviousAnswer: false,
  };
  return revise(before, { question: reworded(before.question, version.question), answer }, { isNew: false });
}

const identityOf = ({ sessionMessageId, userId, senderRole, createTimeMs }: Message) => ({
  sessionMessageId,
  userId,
  senderRole,
  createTimeMs,
});
