import type { ChatJob, Generation, Purge } from './jobs/job.ts';
import type { Failure } from './models/failures.ts';
import type { Admission, Limits, LimitSettings } from './quota/quota.ts';
import type { Prompt, PromptSettings } from './models/prompt.ts';
import type { Message, Usage } from './messages/message.ts';
import type { Catalogue } from './models/catalogue.ts';
import type { Session, SessionChanges, SessionDefaults } from './conversations/conversation.ts';
import type { Revision, Version } from './messages/versions.ts';

export interface SessionStore {
  /** As it is at this moment; deleted ones are not found, and neither are other people's. */
  getSession(userId: string, sessionId: string): Promise<Session>;
  /** Deleted or not. */
  findSession(userId: string, sessionId: string): Promise<Session | undefined>;
  /** Last active first; empty only at the end. */
  pageSessions(userId: string, after: Session | undefined, limit: number): Promise<Session[]>;
  /** All of them, in the same order, as they are wanted. */
  everySession(userId: string): AsyncIterable<Session>;
  putSession(session: Session): Promise<void>;
  /** `null` leaves a field as it is. */
  changeSession(userId: string, sessionId: string, changes: SessionChanges): Promise<Session>;
  /** What a person chose last, as far as they ever did, as it is at this moment. */
  findChoice(userId: string): Promise<Partial<SessionDefaults>>;
  /** `null` leaves a choice as it is. Of two at once the later one counts. */
  putChoice(userId: string, choice: Pick<SessionChanges, keyof SessionDefaults>): Promise<void>;
  /** False when it is deleted already. */
  hideSession(session: Session, deletedAtMs: number): Promise<boolean>;
  restoreSession(userId: string, sessionId: string): Promise<Session>;
}

/** `raced`: the limits have changed since they were read. `gone`: there is no such session any more. */
export type AskResult = 'asked' | 'raced' | 'gone' | 'changed';

export interface MessageStore {
  /** Newest first; empty only at the end. */
  pageMessages(sessionId: string, afterMessageId: string | undefined, limit: number): Promise<Message[]>;
  /** As it is at this moment. */
  getMessage(userId: string, sessionMessageId: string): Promise<Message>;
  findLimits(userId: string): Promise<Limits | undefined>;
  /** Question, answer, session and limits, all or nothing. `isNew`: the session is written as well. */
  putExchange(
    session: Session,
    isNew: boolean,
    exchange: { question: Message; answer: Message },
    admission: Admission,
  ): Promise<AskResult>;
  /** `changed`: the answer is no longer what the revision says that it was. */
  putAgain(session: Session, revision: Revision, admission: Admission): Promise<AskResult>;
  /** What stands before an answer, if that is a question. */
  findQuestion(answer: Message): Promise<Message | undefined>;
  /** Whether nothing was said after it, at this moment. */
  isLast(sessionMessageId: string): Promise<boolean>;
  findVersion(sessionMessageId: string, version: number): Promise<Version | undefined>;
  /** False when the answer is no longer what the revision says that it was. */
  putRevision(revision: Revision): Promise<boolean>;
  /** The answer as it was left, or nothing when it was final already. */
  stopAnswer(answer: Message, finishReason: string): Promise<Message | undefined>;
  /** Notes that a worker is asked once more. False when somebody else has done so. */
  putHeal(answer: Message, nowMs: number): Promise<boolean>;
  /** The answer as it was given up, or nothing when it is no longer what was read. */
  giveUp(answer: Message, failure: Failure, nowMs: number): Promise<Message | undefined>;
}

/** How an answer ends. Without a text the stored one stays. */
export interface Ending {
  status: 'DONE' | 'FAILED';
  text: string | undefined;
  failure: Failure | null;
  usage: Usage | null;
  finishReason: string | null;
  modelCode: string | null;
}

/** An answer in the hands of one worker: whatever it writes counts only as long as nobody else has taken it. */
export interface Claim {
  answer: Message;
  holder: string;
}

/** What the writer of an answer needs. Every write is refused, with false, once the claim is no longer good. */
export interface AnswerStore {
  /** Nothing when this attempt is over, or somebody is at it. */
  claim(job: Generation, holder: string, nowMs: number): Promise<Claim | undefined>;
  /** The last `count` messages before this one that are worth remembering, oldest first. */
  listMemory(answer: Message, count: number): Promise<Message[]>;
  /** Renews the lease, and stores the words so far if there are any. */
  putWords(claim: Claim, words: { text: string; modelCode: string } | undefined, nowMs: number): Promise<boolean>;
  putEnding(claim: Claim, ending: Ending): Promise<boolean>;
  /** Back to waiting, for another delivery. */
  letGo(claim: Claim, queuedAtMs: number): Promise<boolean>;
  /** These were used by an answer that somebody else has in hand now. */
  countTokens(userId: string, usage: Usage, now: Date): Promise<void>;
  /** The answer is no longer under way, and has used this much. */
  settleLimits(userId: string, answerId: string, usage: Usage | null, now: Date): Promise<void>;
}

/** What all people together have used in a month. */
export interface MonthOfUse {
  answers: number;
  /** By the model's code. */
  models: ReadonlyMap<string, Usage>;
}

export interface UseStore {
  /** An answer has used this much of a model. */
  countUse(modelCode: string, usage: Usage, now: Date): Promise<void>;
  findUse(month: string): Promise<MonthOfUse>;
}

export interface PurgeStore {
  /** From now on the session cannot be restored. False when it was restored, or is gone. */
  beginPurge(purge: Purge): Promise<boolean>;
  /** Deletes some messages; false when there are none left. */
  purgeMessages(sessionId: string): Promise<boolean>;
  endPurge(purge: Purge): Promise<void>;
}

export type ChatStore = SessionStore & MessageStore & AnswerStore & UseStore & PurgeStore;

export interface JobQueue {
  send(job: ChatJob, delaySeconds?: number): Promise<void>;
  /** Sends, unless the queue is down: then it is left to the next poll, which asks again. */
  offer(job: Generation): Promise<void>;
}

/** What comes of an answer, piece by piece. */
export interface AnswerPart {
  text?: string;
  finishReason?: string;
  usage?: Usage;
}

/** Who writes answers. Throws a `ModelError` for whatever a provider may do, and ends early when told to. */
export interface Model {
  answer(prompt: Prompt, signal: AbortSignal): AsyncIterable<AnswerPart>;
}

export interface ChatPorts {
  store: SessionStore & MessageStore & Pick<AnswerStore, 'settleLimits'> & Pick<UseStore, 'findUse'>;
  queue: JobQueue;
  now: () => Date;
  newId: () => string;
  settings: { catalogue: Catalogue; defaults: SessionDefaults; limits: LimitSettings };
}

export interface WriterPorts {
  store: SessionStore & AnswerStore & PurgeStore & Pick<MessageStore, 'findLimits'> & Pick<UseStore, 'countUse'>;
  queue: JobQueue;
  model: Model;
  /** Shorter when the signal says so. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => Date;
  newToken: () => string;
  settings: PromptSettings & {
    models: Catalogue['models'];
    longestAnswerMs: number;
    /** How often is looked whether something is to be stored. */
    tickMs: number;
  };
}
