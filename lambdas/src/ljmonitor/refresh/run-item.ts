import { type Crawl, outcomes } from './crawl.ts';
import { readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { leaseMs, type Refreshes, type Run } from './run.ts';
import { crawlKey, runKey } from '../keys.ts';

export const runOf = (row: StoredItem | undefined): Run | undefined =>
  readItem(row, (from) => ({
    runId: from.text('runId'),
    startedAtMs: from.number('startedAtMs', from.number('leaseUntilMs', 0) - leaseMs),
    isRefresh: from.boolean('isRefresh'),
    resblockIds: from.texts('resblockIds'),
    done: from.number('done'),
    flawed: from.boolean('flawed'),
    leaseUntilMs: from.number('leaseUntilMs', 0),
    takeovers: from.number('takeovers', 0),
  }));

export const crawlOf = (row: StoredItem | undefined): Crawl | undefined =>
  readItem(row, (from) => {
    const ending = from.itemOrNull('ending');
    return {
      step: from.number('step'),
      nextPage: from.number('nextPage'),
      totalPages: from.number('totalPages', 1),
      declaredTotal: from.numberOrNull('declaredTotal'),
      rows: from.number('rows', 0),
      seen: from.set('seen'),
      tries: from.number('tries', 0),
      flaw: from.textOrNull('flaw'),
      ending: ending && { outcome: ending.oneOf('outcome', outcomes), reason: ending.textOrNull('reason') },
    };
  });

export const refreshesOf = (row: StoredItem | undefined): Refreshes =>
  readItem(row, (from) => ({
    runId: from.textOrNull('runId'),
    lastSuccessAtMs: from.numberOrNull('lastSuccessAtMs'),
    lastFailureAtMs: from.numberOrNull('lastFailureAtMs'),
  })) ?? { runId: null, lastSuccessAtMs: null, lastFailureAtMs: null };

/** Runs are looked at for a while, by people who wonder, and then go by themselves. */
const keptSeconds = 7 * 24 * 3600;
const ttlOf = (startMs: number) => Math.floor(startMs / 1000) + keptSeconds;

export const runRow = (run: Run): StoredItem => ({ ...runKey(run.runId), ...run, ttl: ttlOf(run.leaseUntilMs) });

export function crawlRow(runId: string, resblockId: string, { seen, ...crawl }: Crawl, nowMs: number): StoredItem {
  // A set of the table cannot be empty.
  return { ...crawlKey(runId, resblockId), ...crawl, ...(seen.size > 0 ? { seen } : {}), ttl: ttlOf(nowMs) };
}
