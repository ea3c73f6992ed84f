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

/** Clocks of workers differ by less than this. */
const clockToleranceMs = 30_000;

/** A lease that ends later comes from a clock that was ahead, and counts as expired. */
export const latestLeaseMs = (nowMs: number) => nowMs + leaseMs + clockToleranceMs;

export const isLeaseExpired = ({ leaseUntilMs }: Message, nowMs: number) =>
  leaseUntilMs <= nowMs || leaseUntilMs > latestLeaseMs(nowMs);

/** The attributes that renew a lease. */
export const renewLease = (nowMs: number) => ({ leaseUntilMs: nowMs + leaseMs });
