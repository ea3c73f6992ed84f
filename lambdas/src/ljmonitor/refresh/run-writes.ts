import { condition } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import { refreshHistoryKey, runKey } from '../keys.ts';
import { type CrawlConclusion, isCompleteOutcome, isFailure } from '../readings/crawl.ts';
import { progressOf, type RefreshHistory, type Run } from './run.ts';

/** The end of one community in a run. */
export interface CrawlResult {
  run: Run;
  result: CrawlConclusion;
  /** The lease of the worker that reads the next community. */
  leaseUntilMs: number;
  nowMs: number;
}

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
