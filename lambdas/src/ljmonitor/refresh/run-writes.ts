import type { DailyStats } from 'shared-types/contract/ljmonitor';
import { condition } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { updateWrite } from '../../platform/dynamodb/update-item.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { dailyStatsKey, refreshHistoryKey, resblockKey, runKey } from '../keys.ts';
import type { CommunityNames } from '../listing-site/site-adapter.ts';
import { type Crawl, type CrawlConclusion, isComplete, isFailure } from './crawl.ts';
import { crawlItem } from './run-item.ts';
import { progressOf, type RefreshHistory, type Run } from './run.ts';

/** The changes of a community that a reading of it leaves. */
export interface ReadingResult {
  /** The community after the reading; undefined leaves the stored one as it is. */
  resblock: TrackedResblock | undefined;
  /** The daily stats of a complete reading. They replace those of an earlier reading of the same day. */
  dailyStats: { day: string; stats: DailyStats } | undefined;
}

export interface CrawlResult extends ReadingResult {
  run: Run;
  resblockId: string;
  crawl: Crawl;
  result: CrawlConclusion;
  nowMs: number;
}

/** Returns the writes of a reading. The first one writes the community's own item. */
export function readingWrites(
  TableName: string,
  { resblock, dailyStats }: ReadingResult & { resblock: TrackedResblock },
): Write[] {
  const { resblockId, state, stateReason, houseCount } = resblock;
  const { lastReadAtMs, lastCompleteAtMs, lastCompleteBy, firstCompleteAtMs } = resblock;
  const writes: Write[] = [
    updateWrite({
      TableName,
      Key: resblockKey(resblockId),
      set: { state, stateReason, houseCount, lastReadAtMs, lastCompleteAtMs, lastCompleteBy, firstCompleteAtMs },
      when: condition`attribute_exists(pk)`,
    }),
  ];
  if (dailyStats)
    writes.push({ Put: { TableName, Item: { ...dailyStatsKey(resblockId, dailyStats.day), ...dailyStats.stats } } });
  return writes;
}

export const namesWrite = (TableName: string, resblockId: string, names: CommunityNames): Write =>
  updateWrite({
    TableName,
    Key: resblockKey(resblockId),
    set: { name: names.name, districtName: names.districtName, bizcircleName: names.bizcircleName },
    when: condition`attribute_exists(pk)`,
  });

/** The index of the community's own item among the writes below. */
export const resblockWriteIndex = 2;

export function crawlResultWrites(
  TableName: string,
  { run, resblockId, crawl, result, resblock, dailyStats, nowMs }: CrawlResult,
): Write[] {
  const flawed = run.flawed || isFailure(result.outcome);
  const readCount = run.readCount + (isComplete(result.outcome) ? 1 : 0);
  const done = run.done + 1;
  // A community that the site does not have is no failure of the refresh. If it has none of them, the site is at fault.
  const hasFailed = flawed || (readCount === 0 && result.outcome === 'NOT_FOUND');
  const writes: Write[] = [
    updateWrite({
      TableName,
      Key: runKey(run.runId),
      set: { done, flawed, readCount, progress: progressOf({ ...run, done }, undefined), takeovers: 0 },
      when: condition`done = ${run.done}`,
    }),
    { Put: { TableName, Item: crawlItem(run.runId, resblockId, { ...crawl, result }, nowMs) } },
  ];
  if (resblock) writes.push(...readingWrites(TableName, { resblock, dailyStats }));
  if (run.isRefresh && done >= run.resblockIds.length) {
    writes.push(historyWrite(TableName, run, { [hasFailed ? 'lastFailureAtMs' : 'lastSuccessAtMs']: nowMs }));
  }
  return writes;
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
