import type { Message } from '../messages/message.ts';

/** A worker's right to write one attempt at an answer. A write is refused once another worker holds the lease. */
export interface AnswerLease {
  answer: Message;
  /** The token of the worker. */
  holder: string;
}

/** The worker renews its lease three times in this time. */
export const leaseMs = 30_000;
export const leaseRenewalMs = 10_000;

/** The attributes that renew a lease. */
export const renewLease = (nowMs: number) => ({ leaseUntilMs: nowMs + leaseMs });
