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

export interface CrawlResult {
  run: Run;
  resblockId: string;
  crawl: Crawl;
  result: CrawlConclusion;
  /** The community after the crawl; undefined leaves the stored one as it is. */
  resblock: TrackedResblock | undefined;
  /** The daily stats of a complete crawl. They replace those of an earlier crawl of the same day. */
  dailyStats: { day: string; stats: DailyStats } | undefined;
  nowMs: number;
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
  if (resblock) {
    const { state, stateReason, houseCount, lastReadAtMs, lastCompleteAtMs, firstCompleteAtMs } = resblock;
    writes.push(
      updateWrite({
        TableName,
        Key: resblockKey(resblockId),
        set: { state, stateReason, houseCount, lastReadAtMs, lastCompleteAtMs, firstCompleteAtMs },
        when: condition`attribute_exists(pk)`,
      }),
    );
  }
  if (resblock && dailyStats) {
    writes.push({ Put: { TableName, Item: { ...dailyStatsKey(resblockId, dailyStats.day), ...dailyStats.stats } } });
  }
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
