import type { RefreshMessage } from './message.ts';

export interface RefreshQueue {
  send(message: RefreshMessage, delaySeconds?: number): Promise<void>;
}

/** What a function takes from the machine that runs it. */
export interface Surroundings {
  now: () => Date;
  newId: () => string;
  wait: (ms: number) => Promise<void>;
  /** A random number from 0 up to 1. */
  random: () => number;
  /** The day in the monitor's time zone: '2026-03-01'. */
  dayAt: (time: Date) => string;
}

/** What the deployment sets. */
export interface MonitorSettings {
  /** The number of pages that may be requested in a day. */
  requestsPerDay: number;
  /** Whether the call that adds a community reads its first page. */
  readsFirstPage: boolean;
  paceMs: number;
  removalGapMs: number;
  minIntervalMs: number;
  /**
   * News ends this long before it is told. What was written later may not have reached the index, and would be missing in this
   * news and too old for the next.
   */
  newsSettleSeconds: number;
}
