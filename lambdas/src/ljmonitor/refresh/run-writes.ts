import type { DailyStats } from 'shared-types/contract/ljmonitor';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { type ItemUpdate, updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { dailyStatsKey, refreshHistoryKey, resblockKey, runKey } from '../keys.ts';
import { isReadFrom } from '../houses/house-writes.ts';
import type { CommunityNames, SiteOrigin } from '../listing-site/site-adapter.ts';
import { type CrawlConclusion, isCompleteOutcome, isFailure } from './crawl.ts';
import { progressOf, type RefreshHistory, type Run } from './run.ts';

/** The changes of a community that a reading of it leaves. */
export interface ReadingResult {
  /** The community after the reading. */
  resblock: TrackedResblock;
  /** The daily stats of a complete reading. They replace those of an earlier reading of the same day. */
  dailyStats: DailyReading | undefined;
}

interface DailyReading {
  day: string;
  stats: DailyStats;
}

/** The end of one community in a run. */
export interface CrawlResult {
  run: Run;
  result: CrawlConclusion;
  /** The lease of the worker that reads the next community. */
  leaseUntilMs: number;
  nowMs: number;
}

/** Changes the community, unless another reading or site has changed it since `before` was read, or it was deleted. */
export const readingUpdate = (TableName: string, before: TrackedResblock, { resblock }: ReadingResult): ItemUpdate => {
  const { state, stateReason, houseCount } = resblock;
  const { lastReadAtMs, lastCompleteAtMs, lastCompleteBy, firstCompleteAtMs, unproven } = resblock;
  const isNext = condition`(attribute_not_exists(lastReadAtMs) OR lastReadAtMs = ${before.lastReadAtMs})`;
  return {
    TableName,
    Key: resblockKey(before.resblockId),
    set: {
      state,
      stateReason,
      houseCount,
      lastReadAtMs,
      lastCompleteAtMs,
      lastCompleteBy,
      firstCompleteAtMs,
      unproven,
    },
    when: condition`${isReadFrom(before.origin)} AND ${isNext}`,
  };
};

/** The stats of a day are those of its last reading. */
export const dailyStatsPut = (TableName: string, resblockId: string, { day, stats }: DailyReading) => ({
  TableName,
  Item: { ...dailyStatsKey(resblockId, day), ...stats },
  ...onlyIf(condition`attribute_not_exists(pk) OR time < ${stats.time}`),
});

export const namesWrite = (
  TableName: string,
  { resblockId, origin, names }: { resblockId: string; origin: SiteOrigin; names: CommunityNames },
): Write =>
  updateWrite({
    TableName,
    Key: resblockKey(resblockId),
    set: { name: names.name, districtName: names.districtName, bizcircleName: names.bizcircleName },
    when: isReadFrom(origin),
  });

export function crawlResultUpdate(TableName: string, { run, result, leaseUntilMs, nowMs }: CrawlResult) {
  const flawed = run.flawed || isFailure(result.outcome);
  const readCount = run.readCount + (isCompleteOutcome(result.outcome) ? 1 : 0);
  const done = run.done + 1;
  // A community that the site does not have is no failure of the refresh. If it has none of them, the site is at fault.
  const hasFailed = flawed || (readCount === 0 && result.outcome === 'NOT_FOUND');
  const hasEnded = run.isRefresh && done >= run.resblockIds.length;
  return updateItem({
    TableName,
    Key: runKey(run.runId),
    set: {
      done,
      flawed,
      readCount,
      progress: progressOf({ ...run, done }, undefined),
      takeovers: 0,
      leaseUntilMs,
      ...(hasEnded && { end: { atMs: nowMs, hasFailed } }),
    },
    when: condition`done = ${run.done}`,
  });
}

const historyWrite = (TableName: string, { runId }: Run, set: Partial<Omit<RefreshHistory, 'runId'>>): Write =>
  updateWrite({ TableName, Key: refreshHistoryKey, set, when: condition`runId = ${runId}` });

/** Ends a refresh before its last community, because the daily limit of requests is used up. */
export const postponeWrites = (TableName: string, run: Run, nowMs: number): Write[] => [
  updateWrite({
    TableName,
    Key: runKey(run.runId),
    set: { done: run.resblockIds.length },
    when: condition`done = ${run.done}`,
  }),
  historyWrite(TableName, run, { lastPostponedAtMs: nowMs, ...(run.flawed && { lastFailureAtMs: nowMs }) }),
];
