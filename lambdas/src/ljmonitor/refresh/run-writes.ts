import type { DailyStats } from 'shared-types/contract/ljmonitor';
import { type Condition, condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { type ItemUpdate, updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { dailyStatsKey, refreshHistoryKey, resblockKey, runKey } from '../keys.ts';
import type { CommunityNames } from '../listing-site/site-adapter.ts';
import { type CrawlConclusion, isComplete, isFailure } from './crawl.ts';
import { progressOf, type RefreshHistory, type Run } from './run.ts';

/** The changes of a community that a reading of it leaves. */
export interface ReadingResult {
  /** The community after the reading; undefined leaves the stored one as it is. */
  resblock: TrackedResblock | undefined;
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

type TrackedReading = ReadingResult & { resblock: TrackedResblock };

const readingUpdate = (TableName: string, { resblock }: TrackedReading, when: Condition): ItemUpdate => {
  const { resblockId, state, stateReason, houseCount } = resblock;
  const { lastReadAtMs, lastCompleteAtMs, lastCompleteBy, firstCompleteAtMs } = resblock;
  return {
    TableName,
    Key: resblockKey(resblockId),
    set: { state, stateReason, houseCount, lastReadAtMs, lastCompleteAtMs, lastCompleteBy, firstCompleteAtMs },
    when,
  };
};

/** Changes the community, unless another reading has changed it since `before` was read, or it was removed. */
export const crawledUpdate = (TableName: string, before: TrackedResblock, reading: TrackedReading) =>
  updateItem(
    readingUpdate(
      TableName,
      reading,
      condition`attribute_exists(pk) AND (attribute_not_exists(lastReadAtMs) OR lastReadAtMs = ${before.lastReadAtMs})`,
    ),
  );

/** The stats of a day are those of its last reading. */
export const dailyStatsPut = (TableName: string, resblockId: string, { day, stats }: DailyReading) => ({
  TableName,
  Item: { ...dailyStatsKey(resblockId, day), ...stats },
  ...onlyIf(condition`attribute_not_exists(pk) OR time < ${stats.time}`),
});

/** Returns the writes of a reading by hand. */
export function readingWrites(TableName: string, reading: TrackedReading): Write[] {
  const { resblock, dailyStats } = reading;
  const writes: Write[] = [updateWrite(readingUpdate(TableName, reading, condition`attribute_exists(pk)`))];
  if (dailyStats)
    writes.push({
      Put: { TableName, Item: { ...dailyStatsKey(resblock.resblockId, dailyStats.day), ...dailyStats.stats } },
    });
  return writes;
}

export const namesWrite = (TableName: string, resblockId: string, names: CommunityNames): Write =>
  updateWrite({
    TableName,
    Key: resblockKey(resblockId),
    set: { name: names.name, districtName: names.districtName, bizcircleName: names.bizcircleName },
    when: condition`attribute_exists(pk)`,
  });

export function crawlResultUpdate(TableName: string, { run, result, leaseUntilMs, nowMs }: CrawlResult) {
  const flawed = run.flawed || isFailure(result.outcome);
  const readCount = run.readCount + (isComplete(result.outcome) ? 1 : 0);
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
