import { blank, inAnotherState, isSaid, isSettled, type Message } from './message.ts';

/** How many versions of one answer there may be beside the one that is being asked for: the oldest makes room. */
export const mostKept = 5;

/** A change of an answer that is final, and what becomes of its versions with it. */
export interface Revision {
  before: Message;
  after: Message;
  /** What it said before is kept: nothing else has it. */
  isKept: boolean;
  /** The version that makes room. */
  dropped: number | undefined;
}

function revise(before: Message, after: Message): Revision {
  const { version, kept, text } = before;
  const isKept = text.trim() !== '' && !kept.includes(version);
  const all = isKept ? [...kept, version].toSorted((a, b) => a - b) : kept;
  const dropped = all.length > mostKept ? all.find((each) => each !== after.version) : undefined;
  return { before, after: { ...after, kept: all.filter((each) => each !== dropped) }, isKept, dropped };
}

/** The same answer, asked for once more. What was said to its end stays on screen until the first new words. */
export function askedAgain(before: Message, now: Date): Revision {
  if (before.senderRole !== 'ASSISTANT' || !isSettled(before)) throw inAnotherState(before);
  const attempt = before.attempt + 1;
  const stays = isSaid(before) && before.text.trim() !== '';
  return revise(before, {
    ...blank,
    ...identityOf(before),
    status: 'PENDING',
    attempt,
    queuedAtMs: now.getTime(),
    isFormer: stays,
    text: stays ? before.text : '',
    version: stays ? before.version : attempt,
  });
}

/** The same answer in the words of one of its versions. It counts as another attempt: what was begun before it is over. */
export const shownAs = (before: Message, version: Message): Revision =>
  revise(before, {
    ...version,
    ...identityOf(before),
    attempt: before.attempt + 1,
    isFormer: false,
  });

const identityOf = ({ sessionMessageId, userId, senderRole, createTimeMs }: Message) => ({
  sessionMessageId,
  userId,
  senderRole,
  createTimeMs,
});
