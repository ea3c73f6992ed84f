import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import { remainingMs } from '../../platform/remaining-time.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { refusalReasons } from '../listing-site/site-adapter.ts';
import { type CircuitBreakerState, isCircuitOpen } from '../site-limiter/circuit-breaker.ts';
import { maxWaitMs } from '../site-limiter/site-limiter.ts';
import type { RefreshStep } from '../message.ts';
import type { Crawl } from '../readings/crawl.ts';

/** The numbers of refreshes that one user, and all users together, may start in a day. */
export interface RefreshLimits {
  person: number;
  site: number;
}

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
  /** The number of finished communities that were read completely. */
  readCount: number;
  /** The number of pages that each community is expected to have, in the order of `resblockIds`. */
  expectedPages: number[];
  /** The share of the pages that are done, from 0 to 1. It only grows. */
  progress: number;
  /** The lease of the worker. After it expires, any status request may send the next step again. */
  leaseUntilMs: number;
  /** The number of takeovers and failed steps since the last step that succeeded. */
  takeovers: number;
  /** The result of a refresh that has ended by itself; null before, and in other runs. */
  end: RunEnd | null;
}

export interface RunEnd {
  atMs: number;
  hasFailed: boolean;
}

/** The refresh that is in progress or was the last one, and the times of the last success and failure. */
export interface RefreshHistory {
  runId: string | null;
  lastSuccessAtMs: number | null;
  lastFailureAtMs: number | null;
  /** The time at which a refresh last ended because the daily limit of requests was used up. */
  lastPostponedAtMs: number | null;
}

/** Longer than a step takes. The delay of its message is added to it. */
export const runLeaseMs = 45_000;

/** A community whose step fails this often is given up, so that every run ends. */
export const maxTakeovers = 3;

type Expected = Pick<TrackedResblock, 'resblockId' | 'houseCount'>;

/** The site shows 30 houses on a page. */
const pagesFor = ({ houseCount }: Expected) => Math.max(1, Math.ceil(houseCount / 30));

export const newRun = (runId: string, isRefresh: boolean, resblocks: readonly Expected[], now: Date): Run => ({
  runId,
  startedAtMs: now.getTime(),
  isRefresh,
  resblockIds: resblocks.map(({ resblockId }) => resblockId),
  done: 0,
  flawed: false,
  readCount: 0,
  expectedPages: resblocks.map(pagesFor),
  progress: 0,
  leaseUntilMs: now.getTime() + runLeaseMs,
  takeovers: 0,
  end: null,
});

const sum = (some: readonly number[]) => some.reduce((total, each) => total + each, 0);

/**
 * Returns the share of the pages that are done. The current community may turn out to have more pages than expected: it
 * counts as many as expected, and a part of them for each page that is read.
 */
export function progressOf({ done, expectedPages, resblockIds, progress }: Run, crawl: Crawl | undefined): number {
  const weights = resblockIds.map((_, index) => expectedPages[index] ?? 1);
  const part = crawl ? Math.min((crawl.nextPage - 1) / crawl.totalPages, 1) * (weights[done] ?? 0) : 0;
  return Math.max(progress, (sum(weights.slice(0, done)) + part) / Math.max(sum(weights), 1));
}

export const isFinished = ({ done, resblockIds }: Run) => done >= resblockIds.length;

/** Adds the result of the last refresh, which its run has until the next one starts. */
export function withResult(history: RefreshHistory, last: Run | undefined): RefreshHistory {
  if (!last?.end || !last.isRefresh) return history;
  const name = last.end.hasFailed ? 'lastFailureAtMs' : 'lastSuccessAtMs';
  return { ...history, [name]: Math.max(history[name] ?? 0, last.end.atMs) };
}

/**
 * Returns true for a refresh that another one has replaced as the current one. Two at a time would ask the site twice.
 */
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
  { breaker, isPostponed, nextRefreshAtMs }: StatusContext,
  now: Date,
): RefreshStatus {
  const isBlocked = isCircuitOpen(breaker, now.getTime());
  return {
    lastRefreshSuccessAt: lastSuccessAtMs,
    lastRefreshFailureAt: lastFailureAtMs,
    isRefreshing: run !== undefined && !isFinished(run),
    refreshingProcess: run?.progress ?? 0,
    nextRefreshAt: nextRefreshAtMs ?? null,
    blockedUntil: isBlocked ? breaker.breakerUntilMs : null,
    ...(isBlocked && breaker.cause && { blockedBecause: refusalReasons[breaker.cause] }),
    ...(isPostponed && { isPostponed }),
    ...(run && isFinished(run) && { lastRead: { read: run.readCount, of: run.resblockIds.length } }),
  };
}

interface StatusContext {
  breaker: CircuitBreakerState;
  /** True when the daily limit ended the last refresh, and is used up still. */
  isPostponed: boolean;
  nextRefreshAtMs: number | undefined;
}
