import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { crawlKey, runKey } from '../keys.ts';
import { type Crawl, crawlOutcomes } from './crawl.ts';
import { runLeaseMs, type RefreshHistory, type Run } from './run.ts';

export const readRunItem = (item: StoredItem | undefined): Run | undefined =>
  readItem(item, (from) => ({
    runId: from.text('runId'),
    startedAtMs: from.number('startedAtMs', from.number('leaseUntilMs', 0) - runLeaseMs),
    isRefresh: from.boolean('isRefresh'),
    resblockIds: from.texts('resblockIds'),
    done: from.number('done'),
    flawed: from.boolean('flawed'),
    readCount: from.number('readCount', from.number('done')),
    expectedPages: from.numbers('expectedPages'),
    progress: from.number('progress', from.number('done') / Math.max(from.texts('resblockIds').length, 1)),
    leaseUntilMs: from.number('leaseUntilMs', 0),
    takeovers: from.number('takeovers', 0),
  }));

export const readCrawlItem = (item: StoredItem | undefined): Crawl | undefined =>
  readItem(item, (from) => {
    const result = from.itemOrNull('ending');
    return {
      step: from.number('step'),
      nextPage: from.number('nextPage'),
      totalPages: from.number('totalPages', 1),
      declaredTotal: from.numberOrNull('declaredTotal'),
      totalChanged: from.boolean('totalChanged'),
      rows: from.number('rows', 0),
      seen: from.set('seen'),
      tries: from.number('tries', 0),
      incompleteReason: from.textOrNull('flaw'),
      result: result && { outcome: result.oneOf('outcome', crawlOutcomes), reason: result.textOrNull('reason') },
    };
  });

export const readRefreshHistoryItem = (item: StoredItem | undefined): RefreshHistory =>
  readItem(item, (from) => ({
    runId: from.textOrNull('runId'),
    lastSuccessAtMs: from.numberOrNull('lastSuccessAtMs'),
    lastFailureAtMs: from.numberOrNull('lastFailureAtMs'),
    lastPostponedAtMs: from.numberOrNull('lastPostponedAtMs'),
  })) ?? { runId: null, lastSuccessAtMs: null, lastFailureAtMs: null, lastPostponedAtMs: null };

/** Runs are kept for a week, for finding out what went wrong. */
const keptSeconds = 7 * 24 * 3600;
const ttlOf = (startMs: number) => Math.floor(startMs / 1000) + keptSeconds;

export const runItem = (run: Run): StoredItem => ({ ...runKey(run.runId), ...run, ttl: ttlOf(run.leaseUntilMs) });

export function crawlItem(runId: string, resblockId: string, crawl: Crawl, nowMs: number): StoredItem {
  const { seen, incompleteReason: flaw, result: ending, ...same } = crawl;
  return {
    ...crawlKey(runId, resblockId),
    ...same,
    flaw,
    ending,
    // DynamoDB stores no empty set.
    ...(seen.size > 0 ? { seen } : {}),
    ttl: ttlOf(nowMs),
  };
}
