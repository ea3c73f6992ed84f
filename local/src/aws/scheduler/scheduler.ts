import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Json } from '../../json.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Schedule } from './schedule.ts';

export interface Scheduler {
  /** The schedules' logical ids. */
  readonly names: string[];
  /** Invokes the schedule's target now. Without a name it invokes the target of every schedule. */
  runNow(name?: string): Promise<void>;
  close(): void;
}

/** Takes the record of an invocation after the last retry. */
export type OnFailure = (functionArn: string, record: Json) => void;

/** Returns the record that Lambda sends to the destination of a function's failures. */
const failureRecord = ({ targetArn, input }: Schedule, error: unknown, nowMs: number): Json => ({
  version: '1.0',
  timestamp: new Date(nowMs).toISOString(),
  requestContext: {
    functionArn: targetArn,
    condition: 'RetriesExhausted',
    approximateInvokeCount: lambdaRetriesAfterMs.length + 1,
  },
  requestPayload: input,
  responsePayload: { errorMessage: error instanceof Error ? error.message : String(error) },
});

/** Lambda waits this time before each retry of an asynchronous invocation. */
const lambdaRetriesAfterMs = [60_000, 120_000];

interface SchedulerOptions {
  onFailure?: OnFailure;
  retryAfterMs?: number[];
}

/** Starts EventBridge Scheduler on the product's clock. */
export function startScheduler(
  schedules: Schedule[],
  functions: Pick<Functions, 'invoke'>,
  clock: Clock,
  { onFailure = () => undefined, retryAfterMs = lambdaRetriesAfterMs }: SchedulerOptions = {},
): Scheduler {
  const stop = new AbortController();
  const pending = schedules
    .filter(({ enabled }) => enabled)
    .map((entry) => ({ schedule: entry, at: entry.nextAfter(clock.now()) ?? Number.POSITIVE_INFINITY }));
  const run = ({ targetArn, input }: Schedule) => functions.invoke(targetArn, input);

  async function runWithRetries(due: Schedule) {
    for (const waitMs of [...retryAfterMs, undefined]) {
      try {
        return await run(due);
      } catch (error) {
        // The function's log has the reason.
        if (waitMs === undefined) return onFailure(due.targetArn, failureRecord(due, error, clock.now()));
        await pause(waitMs, undefined, { signal: stop.signal, ref: false }).catch(() => {});
        if (stop.signal.aborted) return undefined;
      }
    }
    return undefined;
  }

  // The clock may jump, so it is read each second.
  const timer = setInterval(() => {
    for (const entry of pending.filter(({ at }) => at <= clock.now())) {
      entry.at = entry.schedule.nextAfter(clock.now()) ?? Number.POSITIVE_INFINITY;
      void runWithRetries(entry.schedule);
    }
  }, 1000);

  return {
    names: schedules.map(({ name }) => name),
    async runNow(name) {
      const selected = schedules.filter((each) => name === undefined || each.name === name);
      if (selected.length === 0) throw new Error(`There is no schedule ${name}`);
      await Promise.all(selected.map(run));
    },
    close() {
      clearInterval(timer);
      stop.abort();
    },
  };
}
