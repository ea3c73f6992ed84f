import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import type { Crawl } from './crawl.ts';
import { isBlocked, longestWaitMs } from '../site-limiter/site-limiter.ts';
import type { RefreshStep } from './message.ts';

/** Communities to read one after the other: all of them in a refresh, or just the one that was added. */
export interface Run {
  runId: string;
  startedAtMs: number;
  /** Of all communities: its progress is shown, and only one is under way. */
  isRefresh: boolean;
  resblockIds: string[];
  /** How many of them are settled, from the first on. */
  done: number;
  /** One of the settled ones was not read to its end. */
  flawed: boolean;
  /** Until when somebody surely drives it. After that, whoever looks may send its next step again. */
  leaseUntilMs: number;
  /** How often that happened since something was last done. */
  takeovers: number;
}

/** The refresh that is under way or was the last, and when one last ended well and badly. */
export interface Refreshes {
  runId: string | null;
  lastSuccessAtMs: number | null;
  lastFailureAtMs: number | null;
}

/** Longer than a step takes, on top of the time that its message is held back. */
export const leaseMs = 45_000;

/** A step that so many drivers did not survive is given up, so that no run goes on for ever. */
export const mostTakeovers = 3;

export const newRun = (runId: string, isRefresh: boolean, resblockIds: string[], now: Date): Run => ({
  runId,
  startedAtMs: now.getTime(),
  isRefresh,
  resblockIds,
  done: 0,
  flawed: false,
  leaseUntilMs: now.getTime() + leaseMs,
  takeovers: 0,
});

export const isOver = ({ done, resblockIds }: Run) => done >= resblockIds.length;

/** Nobody drives it: its lease has run out, or is longer than any, and so from a clock that was ahead. */
export const isAbandoned = ({ leaseUntilMs }: Run, now: Date) =>
  leaseUntilMs <= now.getTime() || leaseUntilMs > now.getTime() + longestWaitMs + leaseMs;

/** What is to be done next, or nothing when the run is over. */
export function nextStep({ runId, resblockIds, done }: Run, crawl: Crawl | undefined): RefreshStep | undefined {
  const resblockId = resblockIds[done];
  return resblockId === undefined ? undefined : { kind: 'step', runId, resblockId, step: crawl?.step ?? 0 };
}

export function statusOf(
  { lastSuccessAtMs, lastFailureAtMs }: Refreshes,
  run: Run | undefined,
  { breakerUntilMs, nextRefreshAtMs }: { breakerUntilMs: number; nextRefreshAtMs: number | undefined },
  now: Date,
): RefreshStatus {
  return {
    lastRefreshSuccessAt: lastSuccessAtMs,
    lastRefreshFailureAt: lastFailureAtMs,
    isRefreshing: run !== undefined && !isOver(run),
    refreshingProcess: run ? run.done / Math.max(run.resblockIds.length, 1) : 0,
    nextRefreshAt: nextRefreshAtMs ?? null,
    blockedUntil: isBlocked({ breakerUntilMs }, now.getTime()) ? breakerUntilMs : null,
  };
}
