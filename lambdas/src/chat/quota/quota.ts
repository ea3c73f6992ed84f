import { nextUtcDayMs, utcDay } from 'shared-types/rules/time';
import { AppError } from '../../platform/app-error.ts';
import { addIdempotencyKey, type SentMessage } from './idempotency-key.ts';

export interface QuotaSettings {
  messagesPerDay: number;
  answersAtOnce: number;
}

/** The part of the quota that a user has used. */
export interface Quota {
  /** YYYY-MM-DD in UTC. */
  day: string;
  /** The number of answers that were requested on that day. */
  count: number;
  /** Every answer in progress, with the time at which it stops counting. */
  inProgress: ReadonlyMap<string, number>;
  /** Newest first. */
  recentlySent: readonly SentMessage[];
}

/** The quota with one more answer. The write fails if the quota has changed since `before` was read. */
export interface QuotaReservation {
  userId: string;
  before: Pick<Quota, 'day' | 'count'> | undefined;
  day: string;
  count: number;
  answerId: string;
  untilMs: number;
  /** Answers that no longer count. */
  overdue: string[];
  recentlySent: readonly SentMessage[];
}

/** An answer takes one run of a worker and one retry. After this time its worker has died, and it stops counting. */
const maxAnswerMs = 10 * 60_000;

/** Reserves quota for one more answer, or throws with the limit that is reached. */
export function reserveQuota(
  quota: Quota | undefined,
  { userId, answerId, sent }: { userId: string; answerId: string; sent: SentMessage | null },
  { messagesPerDay, answersAtOnce }: QuotaSettings,
  now: Date,
): QuotaReservation {
  const nowMs = now.getTime();
  const day = utcDay(now);
  const usedToday = messagesToday(quota, now);
  if (usedToday >= messagesPerDay) {
    throw new AppError('tooMany', `You have reached today’s limit of ${messagesPerDay} messages.`, {
      retryAfterSeconds: Math.ceil((nextUtcDayMs(now) - nowMs) / 1000),
      limitEndsAt: nextUtcDayMs(now),
    });
  }
  const inProgress = [...(quota?.inProgress ?? [])].filter(([id]) => id !== answerId);
  const active = inProgress.filter(([, untilMs]) => untilMs > nowMs);
  if (active.length >= answersAtOnce) {
    const message = `${answersAtOnce} answers are being written. Wait until one is done, or stop one.`;
    throw new AppError('tooMany', message, { retryAfterSeconds: 5 });
  }
  return {
    userId,
    answerId,
    before: quota && { day: quota.day, count: quota.count },
    day,
    count: usedToday + 1,
    untilMs: nowMs + maxAnswerMs,
    overdue: inProgress.filter(([, untilMs]) => untilMs <= nowMs).map(([id]) => id),
    recentlySent: addIdempotencyKey(quota?.recentlySent, sent),
  };
}

/** Returns the number of questions that a user has asked today. */
export const messagesToday = (quota: Quota | undefined, now: Date) => (quota?.day === utcDay(now) ? quota.count : 0);
