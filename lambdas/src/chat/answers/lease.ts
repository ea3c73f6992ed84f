import { clockToleranceMs, remainingMs } from '../../platform/remaining-time.ts';
import type { Message } from '../messages/message.ts';

/** A worker's right to write one attempt at an answer. A write is refused once another worker holds the lease. */
export interface AnswerLease {
  answer: Message;
  /** The token of the worker, which takes another one when it begins its text again. */
  holder: string;
}

/** The worker renews its lease three times in this time. An answer whose worker has died continues after it. */
export const answerLeaseMs = 9_000;
export const leaseRenewalMs = 3_000;

const maxLeaseMs = answerLeaseMs + clockToleranceMs;

/** Returns the end of the latest lease that is not expired, for the conditions of the table. */
export const latestLeaseMs = (nowMs: number) => nowMs + maxLeaseMs;

export const isAnswerLeaseExpired = ({ leaseUntilMs }: Message, nowMs: number) =>
  remainingMs(leaseUntilMs, maxLeaseMs, nowMs) === 0;

/** Returns the attributes that renew a lease. */
export const renewedLease = (nowMs: number) => ({ leaseUntilMs: nowMs + answerLeaseMs });
