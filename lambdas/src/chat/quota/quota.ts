import { AppError } from '../../platform/app-error.ts';
import type { Usage } from '../messages/message.ts';

/** What a person may ask for. */
export interface LimitSettings {
  messagesPerDay: number;
  answersAtOnce: number;
}

/** A message that was accepted, to tell when the same one is sent again. */
export interface Sent {
  idempotencyKey: string;
  sessionMessageId: string;
  assistantSessionMessageId: string;
}

/** What a person has used. */
export interface Limits {
  /** YYYY-MM-DD in UTC, and how many answers were asked for on it. */
  day: string;
  count: number;
  /** Until when each answer that is under way may take. */
  inProgress: ReadonlyMap<string, number>;
  /** YYYY-MM in UTC, and the tokens used in it. */
  month: string;
  inputTokens: number;
  outputTokens: number;
  /** Newest first. */
  recentlySent: readonly Sent[];
}

/** One more answer: what is written, on the condition that nothing has changed since `before` was read. */
export interface Admission {
  userId: string;
  before: Pick<Limits, 'day' | 'count'> | undefined;
  day: string;
  count: number;
  answerId: string;
  untilMs: number;
  /** Those under way that have had their time. */
  overdue: string[];
  recentlySent: readonly Sent[];
}

export const dayOf = (now: Date) => now.toISOString().slice(0, 10);
export const monthOf = (now: Date) => now.toISOString().slice(0, 7);

/** A worker's longest run and a try after it; whatever takes longer has died and must keep nobody out. */
const longestAnswerMs = 10 * 60_000;
const dayMs = 86_400_000;
/** From as many places at once nobody sends again what got no answer; more would make each write of the row dearer. */
const mostRemembered = 3;

/** Lets one more answer in, or says which limit is reached and what to do. */
export function admit(
  limits: Limits | undefined,
  asked: { userId: string; answerId: string; sent: Sent | null },
  { messagesPerDay, answersAtOnce }: LimitSettings,
  now: Date,
): Admission {
  const { userId, answerId, sent } = asked;
  const nowMs = now.getTime();
  const day = dayOf(now);
  const usedToday = limits?.day === day ? limits.count : 0;
  if (usedToday >= messagesPerDay) {
    throw new AppError('tooMany', `You have asked ${messagesPerDay} questions today, which is the limit.`, {
      retryAfterSeconds: Math.ceil((dayMs - (nowMs % dayMs)) / 1000),
    });
  }
  const inProgress = [...(limits?.inProgress ?? [])].filter(([id]) => id !== answerId);
  const live = inProgress.filter(([, untilMs]) => untilMs > nowMs);
  if (live.length >= answersAtOnce) {
    const message = `${answersAtOnce} answers are being written. Wait until one is done, or stop one.`;
    throw new AppError('tooMany', message, { retryAfterSeconds: 5 });
  }
  return {
    userId,
    answerId,
    before: limits && { day: limits.day, count: limits.count },
    day,
    count: usedToday + 1,
    untilMs: nowMs + longestAnswerMs,
    overdue: inProgress.filter(([, untilMs]) => untilMs <= nowMs).map(([id]) => id),
    recentlySent: [...(sent ? [sent] : []), ...(limits?.recentlySent ?? [])].slice(0, mostRemembered),
  };
}

/** For the settings: what was used, and what may be. */
export function usageOf(limits: Limits | undefined, { messagesPerDay }: LimitSettings, now: Date) {
  const used: Usage = limits?.month === monthOf(now) ? limits : { inputTokens: 0, outputTokens: 0 };
  return {
    inputTokens: used.inputTokens,
    outputTokens: used.outputTokens,
    messagesToday: limits?.day === dayOf(now) ? limits.count : 0,
    messagesPerDay,
  };
}
