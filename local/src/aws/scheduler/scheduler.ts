import { setTimeout as pause } from 'node:timers/promises';
import { parseSchedule } from 'shared-types/rules/schedule';
import * as z from 'zod';
import type { Clock, Functions, Json, Resource, Scheduler } from '../../cloud.ts';
import { parseJson } from '../../json.ts';
import { propertiesOf, TemplateNumber } from '../../template/properties.ts';

const ScheduleProperties = z.strictObject({
  Name: z.string().optional(),
  Description: z.string().optional(),
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default('UTC'),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  /** Here a schedule is always on time. */
  FlexibleTimeWindow: z.unknown().optional(),
  Target: z.strictObject({
    Arn: z.string(),
    RoleArn: z.string(),
    Input: z.string().default('{}'),
    /** For calls that the scheduler cannot hand over, which does not happen here. */
    DeadLetterConfig: z.strictObject({ Arn: z.string() }).optional(),
    RetryPolicy: z
      .strictObject({
        MaximumRetryAttempts: TemplateNumber.optional(),
        MaximumEventAgeInSeconds: TemplateNumber.optional(),
      })
      .optional(),
  }),
});

export interface Schedule {
  name: string;
  enabled: boolean;
  targetArn: string;
  roleArn: string;
  input: Json;
  nextAfter(timeMs: number): number | undefined;
}

export function schedule(resource: Resource): Schedule {
  const { Target: target, ...properties } = propertiesOf(resource, ScheduleProperties);
  return {
    name: resource.logicalId,
    enabled: properties.State === 'ENABLED',
    targetArn: target.Arn,
    roleArn: target.RoleArn,
    input: parseJson(target.Input),
    nextAfter: timesOf(properties.ScheduleExpression, properties.ScheduleExpressionTimezone),
  };
}

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** EventBridge's `rate(…)` and `cron(…)`: the first time after a given one. */
export function timesOf(expression: string, timezone: string): Schedule['nextAfter'] {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit === 'minute' || unit === 'hour' || unit === 'day') return (timeMs) => timeMs + Number(count) * unitMs[unit];

  if (!expression.startsWith('cron(')) throw new Error(`The local cloud does not know the schedule ${expression}`);
  return parseSchedule(expression, timezone).nextAfter;
}

/** Takes what is left of a call that Lambda has given up. */
export type FailureSink = (functionArn: string, record: Json) => void;

/** As Lambda sends it to the destination of a function's failures. */
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

/** How long Lambda waits before it tries an asynchronous invocation again. */
const lambdaRetriesAfterMs = [60_000, 120_000];

interface SchedulerOptions {
  onFailure?: FailureSink;
  retryAfterMs?: number[];
}

/** EventBridge Scheduler, on the clock that tests can move. */
export function startScheduler(
  schedules: Schedule[],
  functions: Pick<Functions, 'invoke'>,
  clock: Clock,
  { onFailure = () => undefined, retryAfterMs = lambdaRetriesAfterMs }: SchedulerOptions = {},
): Scheduler {
  const stop = new AbortController();
  const waiting = schedules
    .filter(({ enabled }) => enabled)
    .map((one) => ({ one, at: one.nextAfter(clock.now()) ?? Number.POSITIVE_INFINITY }));
  const run = ({ targetArn, input }: Schedule) => functions.invoke(targetArn, input);

  async function runWithRetries(due: Schedule) {
    for (const waitMs of [...retryAfterMs, undefined]) {
      try {
        return await run(due);
      } catch (error) {
        // The function's log has more.
        if (waitMs === undefined) return onFailure(due.targetArn, failureRecord(due, error, clock.now()));
        await pause(waitMs, undefined, { signal: stop.signal, ref: false }).catch(() => {});
        if (stop.signal.aborted) return undefined;
      }
    }
    return undefined;
  }

  // A look each second, because the clock may jump.
  const timer = setInterval(() => {
    for (const entry of waiting.filter(({ at }) => at <= clock.now())) {
      entry.at = entry.one.nextAfter(clock.now()) ?? Number.POSITIVE_INFINITY;
      void runWithRetries(entry.one);
    }
  }, 1000);

  return {
    names: schedules.map(({ name }) => name),
    async runNow(name) {
      const chosen = schedules.filter((one) => name === undefined || one.name === name);
      if (chosen.length === 0) throw new Error(`There is no schedule ${name}`);
      await Promise.all(chosen.map(run));
    },
    close() {
      clearInterval(timer);
      stop.abort();
    },
  };
}
