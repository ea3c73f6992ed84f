import { dayMs } from 'shared-types/rules/time';
import { type ItemReader, readItem, type StoredItem } from '../../platform/dynamodb/item.ts';
import { runKey, runPlanKey } from '../keys.ts';
import type { RefreshHistory, Run } from './run.ts';
import { ttlOf } from '../../platform/dynamodb/table.ts';

/** The communities are in an item of their own, or in the run if it has few of them. */
export const readRunItem = (item: StoredItem | undefined, plan?: StoredItem): Run | undefined =>
  readItem(item && { ...plan, ...item }, (from) => ({
    runId: from.text('runId'),
    startedAtMs: from.number('startedAtMs'),
    isRefresh: from.boolean('isRefresh'),
    resblockIds: from.texts('resblockIds'),
    done: from.number('done'),
    flawed: from.boolean('flawed'),
    readCount: from.number('readCount'),
    expectedPages: from.numbers('expectedPages'),
    progress: from.number('progress'),
    leaseUntilMs: from.number('leaseUntilMs'),
    takeovers: from.number('takeovers'),
    end: readRunEnd(from.entryOrNull('end')),
  }));

const readRunEnd = (end: ItemReader | null) => end && { atMs: end.number('atMs'), hasFailed: end.boolean('hasFailed') };

export const readRefreshHistoryItem = (item: StoredItem | undefined): RefreshHistory =>
  readItem(item, (from) => ({
    runId: from.textOrNull('runId'),
    lastSuccessAtMs: from.numberOrNull('lastSuccessAtMs'),
    lastFailureAtMs: from.numberOrNull('lastFailureAtMs'),
    lastPostponedAtMs: from.numberOrNull('lastPostponedAtMs'),
  })) ?? { runId: null, lastSuccessAtMs: null, lastFailureAtMs: null, lastPostponedAtMs: null };

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
