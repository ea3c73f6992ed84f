import { parseSchedule } from 'shared-types/rules/schedule';
import * as z from 'zod';
import { type Json, parseJson } from '../../json.ts';
import { propertiesOf, TemplateNumber } from '../../template/properties.ts';
import { type Resource, resourcesOfType } from '../../template/resource.ts';
import type { Policies } from '../iam.ts';

const ScheduleProperties = z.strictObject({
  Name: z.string().optional(),
  Description: z.string().optional(),
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default('UTC'),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  /** The local scheduler is always on time. */
  FlexibleTimeWindow: z.unknown().optional(),
  Target: z.strictObject({
    Arn: z.string(),
    RoleArn: z.string(),
    Input: z.string().default('{}'),
    /** Takes calls that the scheduler cannot deliver, which does not happen here. */
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

/** The template's schedules. AWS refuses a schedule that may not invoke its target, and so does this. */
export function readSchedules(resources: Resource[], policies: Policies): Schedule[] {
  const schedules = resourcesOfType(resources, 'AWS::Scheduler::Schedule').map(readSchedule);
  for (const { name, roleArn, targetArn } of schedules) {
    if (!policies.allows(roleArn, 'lambda:InvokeFunction', targetArn))
      throw new Error(`The role of the schedule ${name} may not invoke ${targetArn}`);
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
    input: parseJson(target.Input),
    nextAfter: parseScheduleExpression(properties.ScheduleExpression, properties.ScheduleExpressionTimezone),
  };
}

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Parses EventBridge's `rate(…)` and `cron(…)`. The returned function gives the first time after another time. */
export function parseScheduleExpression(expression: string, timezone: string): Schedule['nextAfter'] {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit === 'minute' || unit === 'hour' || unit === 'day') return (timeMs) => timeMs + Number(count) * unitMs[unit];

  if (!expression.startsWith('cron(')) throw new Error(`The local cloud does not know the schedule ${expression}`);
  const schedule = parseSchedule(expression, timezone);
  return (timeMs) => schedule.nextAfter(timeMs);
}
