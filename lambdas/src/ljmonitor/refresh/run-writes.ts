import type { DailyStats } from 'shared-types/contract/ljmonitor';
import { condition } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { updateWrite } from '../../platform/dynamodb/update-item.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { dailyStatsKey, refreshHistoryKey, resblockKey, runKey } from '../keys.ts';
import type { CommunityNames } from '../listing-site/site-adapter.ts';
import { type Crawl, type CrawlConclusion, isFailure } from './crawl.ts';
import { crawlItem } from './run-item.ts';
import type { Run } from './run.ts';

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

/** The first of the writes is that of the community's own item. */
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
  const isLast = run.done + 1 >= run.resblockIds.length;
  const writes: Write[] = [
    updateWrite({
      TableName,
      Key: runKey(run.runId),
      set: { done: run.done + 1, flawed, takeovers: 0 },
      when: condition`done = ${run.done}`,
    }),
    { Put: { TableName, Item: crawlItem(run.runId, resblockId, { ...crawl, result }, nowMs) } },
  ];
  if (resblock) writes.push(...readingWrites(TableName, { resblock, dailyStats }));
  if (run.isRefresh && isLast) {
    writes.push(
      updateWrite({
        TableName,
        Key: refreshHistoryKey,
        set: { [flawed ? 'lastFailureAtMs' : 'lastSuccessAtMs']: nowMs },
        when: condition`runId = ${run.runId}`,
      }),
    );
  }
  return writes;
}
