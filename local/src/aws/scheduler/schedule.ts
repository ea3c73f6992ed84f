import { localClock } from 'shared-types/rules/local-clock';
import { parseSchedule } from 'shared-types/rules/schedule';
import * as z from 'zod';
import { type Json, parseJson } from '../../json.ts';
import { propertiesOf, TemplateNumber } from '../../template/properties.ts';
import { type Resource, resourcesOfType } from '../../template/resource.ts';
import type { Policies } from '../iam.ts';

/**
 * A window must be chosen, and a flexible one needs its length
 * (docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-flexible-time-windows.html). AWS invokes the target at any
 * time in the window, and the local scheduler at its beginning.
 */
const FlexibleTimeWindow = z.discriminatedUnion('Mode', [
  z.strictObject({ Mode: z.literal('OFF') }),
  z.strictObject({
    Mode: z.literal('FLEXIBLE'),
    MaximumWindowInMinutes: TemplateNumber.pipe(z.int().min(1).max(1440)),
  }),
]);

/** The bounds are those of CreateSchedule and Target in docs.aws.amazon.com/scheduler/latest/APIReference. */
const ScheduleProperties = z.strictObject({
  Name: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .optional(),
  Description: z.string().max(512).optional(),
  ScheduleExpression: z.string().min(1).max(256),
  ScheduleExpressionTimezone: z.string().min(1).max(50).default('UTC'),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  FlexibleTimeWindow,
  Target: z.strictObject({
    Arn: z.string().min(1).max(1600),
    RoleArn: z.string().min(1).max(1600),
    Input: z.string().min(1).optional(),
    /** Takes calls that the scheduler cannot deliver, which does not happen here. */
    DeadLetterConfig: z.strictObject({ Arn: z.string() }).optional(),
    RetryPolicy: z
      .strictObject({
        MaximumRetryAttempts: TemplateNumber.pipe(z.int().min(0).max(185)).optional(),
        MaximumEventAgeInSeconds: TemplateNumber.pipe(z.int().min(60).max(86_400)).optional(),
      })
      .optional(),
  }),
});

export interface Schedule {
  name: string;
  enabled: boolean;
  targetArn: string;
  roleArn: string;
  deadLettersArn: string | undefined;
  input: Json;
  nextAfter(timeMs: number): number | undefined;
}

/**
 * Reads the template's schedules. The execution role must be able to invoke the target and to send to the dead-letter
 * queue (docs.aws.amazon.com/scheduler/latest/UserGuide/configuring-schedule-dlq.html).
 */
export function readSchedules(resources: Resource[], policies: Policies): Schedule[] {
  const schedules = resourcesOfType(resources, 'AWS::Scheduler::Schedule').map(readSchedule);
  for (const { name, roleArn, targetArn, deadLettersArn } of schedules) {
    if (!policies.allows(roleArn, 'lambda:InvokeFunction', targetArn))
      throw new Error(`The role of the schedule ${name} may not invoke ${targetArn}`);
    if (deadLettersArn !== undefined && !policies.allows(roleArn, 'sqs:SendMessage', deadLettersArn))
      throw new Error(`The role of the schedule ${name} may not send to ${deadLettersArn}`);
  }
  return schedules;
}

export function readSchedule(resource: Resource): Schedule {
  const { Target: target, ...properties } = propertiesOf(resource, ScheduleProperties);
  return {
    name: resource.logicalId,
    enabled: properties.State === 'ENABLED',
    targetArn: target.Arn,
    roleArn: target.RoleArn,
    deadLettersArn: target.DeadLetterConfig?.Arn,
    input: target.Input === undefined ? defaultNotification : parseJson(target.Input),
    nextAfter: parseScheduleExpression(properties.ScheduleExpression, properties.ScheduleExpressionTimezone),
  };
}

/**
 * The event of a schedule without an input. API_Target in the reference names it and documents none of its fields, so a
 * function must not need any.
 */
const defaultNotification: Json = { undocumented: 'the default notification of EventBridge Scheduler' };

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Parses the scheduler's `rate(…)` and `cron(…)`. The returned function gives the first time after another time. The value of
 * a rate is a positive integer (CreateSchedule in the API reference).
 */
export function parseScheduleExpression(expression: string, timezone: string): Schedule['nextAfter'] {
  // An unknown time zone is refused for every kind of expression.
  localClock(timezone).shownAt(0);
  const [, count, unit] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit === 'minute' || unit === 'hour' || unit === 'day') return (timeMs) => timeMs + Number(count) * unitMs[unit];

  if (!expression.startsWith('cron(')) throw new Error(`The local cloud does not know the schedule ${expression}`);
  const schedule = parseSchedule(expression, timezone);
  return (timeMs) => schedule.nextAfter(timeMs);
}
