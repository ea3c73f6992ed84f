import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import { remainingMs } from '../../platform/remaining-time.ts';
import { isCircuitOpen } from '../site-limiter/circuit-breaker.ts';
import { maxWaitMs } from '../site-limiter/site-limiter.ts';
import type { Crawl } from './crawl.ts';
import type { RefreshStep } from './message.ts';

/** Communities that are read one after the other: all of them in a refresh, or an added one. */
export interface Run {
  runId: string;
  startedAtMs: number;
  /** A refresh covers all communities. Its progress is shown, and only one is in progress at a time. */
  isRefresh: boolean;
  resblockIds: string[];
  /** The number of communities that are finished, in the order of `resblockIds`. */
  done: number;
  /** True when the crawl of a finished community failed. */
  flawed: boolean;
  /** The lease of the worker. After it expires, any status request may send the next step again. */
  leaseUntilMs: number;
  /** The number of takeovers and failed steps since the last step that succeeded. */
  takeovers: number;
}

/** The refresh that is in progress or was the last one, and the times of the last success and failure. */
export interface RefreshHistory {
  runId: string | null;
  lastSuccessAtMs: number | null;
  lastFailureAtMs: number | null;
}

/** Longer than a step takes. The delay of its message is added to it. */
export const runLeaseMs = 45_000;

/** A community whose step fails this often is given up, so that every run ends. */
export const maxTakeovers = 3;

export const newRun = (runId: string, isRefresh: boolean, resblockIds: string[], now: Date): Run => ({
  runId,
  startedAtMs: now.getTime(),
  isRefresh,
  resblockIds,
  done: 0,
  flawed: false,
  leaseUntilMs: now.getTime() + runLeaseMs,
  takeovers: 0,
});

export const isFinished = ({ done, resblockIds }: Run) => done >= resblockIds.length;

/** True for a refresh that another one has replaced as the current one. Two at a time would ask the site twice. */
export const isReplaced = ({ isRefresh, runId }: Run, history: RefreshHistory) => isRefresh && history.runId !== runId;

export const isRunLeaseExpired = ({ leaseUntilMs }: Run, now: Date) =>
  remainingMs(leaseUntilMs, maxWaitMs + runLeaseMs, now.getTime()) === 0;

/** Returns undefined when the run is finished. */
export function nextRefreshStep({ runId, resblockIds, done }: Run, crawl: Crawl | undefined): RefreshStep | undefined {
  const resblockId = resblockIds[done];
  return resblockId === undefined ? undefined : { kind: 'step', runId, resblockId, step: crawl?.step ?? 0 };
}

export function toRefreshStatus(
  { lastSuccessAtMs, lastFailureAtMs }: RefreshHistory,
  run: Run | undefined,
  { breakerUntilMs, nextRefreshAtMs }: { breakerUntilMs: number; nextRefreshAtMs: number | undefined },
  now: Date,
): RefreshStatus {
  return {
    lastRefreshSuccessAt: lastSuccessAtMs,
    lastRefreshFailureAt: lastFailureAtMs,
    isRefreshing: run !== undefined && !isFinished(run),
    refreshingProcess: run ? run.done / Math.max(run.resblockIds.length, 1) : 0,
    nextRefreshAt: nextRefreshAtMs ?? null,
    blockedUntil: isCircuitOpen({ breakerUntilMs }, now.getTime()) ? breakerUntilMs : null,
  };
}
