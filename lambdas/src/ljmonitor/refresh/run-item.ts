import { dayMs } from 'shared-types/rules/time';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { crawlKey, runKey, runPlanKey } from '../keys.ts';
import { type Crawl, crawlOutcomes } from './crawl.ts';
import { runLeaseMs, type RefreshHistory, type Run } from './run.ts';
import { ttlOf } from '../../platform/dynamodb/table.ts';

/** The communities are in an item of their own, or in the run if it has few of them. */
export const readRunItem = (item: StoredItem | undefined, plan?: StoredItem): Run | undefined =>
  readItem(item && { ...plan, ...item }, (from) => ({
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
    end: readRunEnd(from.itemOrNull('end')),
  }));

const readRunEnd = (end: ItemReader | null) => end && { atMs: end.number('atMs'), hasFailed: end.boolean('hasFailed') };

const readCrawlItem = (item: StoredItem | undefined): Crawl | undefined =>
  readItem(item, (from) => {
    const result = from.itemOrNull('ending');
    return {
      origin: from.textOrNull('origin'),
      step: from.number('step'),
      nextPage: from.number('nextPage'),
      totalPages: from.number('totalPages', 1),
      declaredTotal: from.numberOrNull('declaredTotal'),
      totalChanged: from.boolean('totalChanged'),
      mayHaveSlid: from.boolean('mayHaveSlid'),
      rows: from.number('rows', 0),
      seen: from.set('seen'),
      tries: from.number('tries', 0),
      incompleteReason: from.textOrNull('flaw'),
      result: result && { outcome: result.oneOf('outcome', crawlOutcomes), reason: result.textOrNull('reason') },
    };
  });

/** Reads the items of a crawl's steps, in their order. The last one has its state, and each has the houses of its page. */
export function readCrawlItems(items: readonly StoredItem[]): Crawl | undefined {
  const steps = items.flatMap((item) => readCrawlItem(item) ?? []);
  const last = steps.at(-1);
  return last && { ...last, seen: new Set(steps.flatMap(({ seen }) => [...seen])) };
}

export const readRefreshHistoryItem = (item: StoredItem | undefined): RefreshHistory =>
  readItem(item, (from) => ({
    runId: from.textOrNull('runId'),
    lastSuccessAtMs: from.numberOrNull('lastSuccessAtMs'),
    lastFailureAtMs: from.numberOrNull('lastFailureAtMs'),
    lastPostponedAtMs: from.numberOrNull('lastPostponedAtMs'),
  })) ?? { runId: null, lastSuccessAtMs: null, lastFailureAtMs: null, lastPostponedAtMs: null };

/** Crawls are kept for a week, for finding out what went wrong. */
const keptMs = 7 * dayMs;
/** The result of the last refresh is in its run until the next one starts. */
const runKeptMs = 366 * dayMs;

/** Below this number the whole run costs one write unit. */
const maxCommunitiesInRun = 20;

export function runItems({ resblockIds, expectedPages, ...run }: Run): StoredItem[] {
  const plan = { resblockIds, expectedPages };
  const ttl = ttlOf(run.leaseUntilMs + runKeptMs);
  const item = { ...runKey(run.runId), ...run, ttl };
  return resblockIds.length <= maxCommunitiesInRun
    ? [{ ...item, ...plan }]
    : [item, { ...runPlanKey(run.runId), ...plan, ttl }];
}

/** Returns the item of one step, with the houses that no earlier step has shown. */
export function crawlItem(
  runId: string,
  resblockId: string,
  { crawl, seenBefore, nowMs }: { crawl: Crawl; seenBefore: ReadonlySet<string>; nowMs: number },
): StoredItem {
  const { seen, incompleteReason: flaw, result: ending, ...same } = crawl;
  const added = new Set([...seen].filter((houseId) => !seenBefore.has(houseId)));
  return {
    ...crawlKey(runId, resblockId, crawl.step),
    ...same,
    flaw,
    ending,
    // DynamoDB stores no empty set.
    ...(added.size > 0 ? { seen: added } : {}),
    ttl: ttlOf(nowMs + keptMs),
  };
}
