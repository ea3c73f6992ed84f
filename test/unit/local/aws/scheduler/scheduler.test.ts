import { describe, expect, it } from '@jest/globals';
import { createClock } from 'local/clock';
import type { Functions } from 'local/aws/lambda/functions';
import type { Json, JsonObject } from 'local/json';
import { parseScheduleExpression, readSchedule, type Schedule } from 'local/aws/scheduler/schedule';
import { startScheduler } from 'local/aws/scheduler/scheduler';
import { eventually } from '../../../../support/eventually.ts';
import { resource } from '../../template/resource.ts';

const at = (time: string) => Date.parse(time);
const next = (expression: string, zone: string, after: string) => {
  const time = parseScheduleExpression(expression, zone)(at(after));
  return time === undefined ? undefined : new Date(time).toISOString();
};

const scheduleOf = (name: string, ScheduleExpression: string, Arn: string, properties: JsonObject = {}) =>
  readSchedule(
    resource('AWS::Scheduler::Schedule', name, {
      ScheduleExpression,
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn, RoleArn: 'arn:role', Input: '{"why":"time"}' },
      ...properties,
    }),
  );

describe('the times of a schedule', () => {
  it.each([
    ['cron(0 8,13,20 * * ? *)', 'Asia/Shanghai', '2026-03-01T00:30:00Z', '2026-03-01T05:00:00.000Z'],
    ['cron(0 10 ? * 1 *)', 'UTC', '2026-03-02T00:00:00Z', '2026-03-08T10:00:00.000Z'],
    ['cron(0 10 ? * MON-FRI *)', 'UTC', '2026-03-06T11:00:00Z', '2026-03-09T10:00:00.000Z'],
    ['cron(30 6 1 1 ? 2030)', 'UTC', '2026-03-06T11:00:00Z', '2030-01-01T06:30:00.000Z'],
    ['cron(5/20 * * * ? *)', 'UTC', '2026-03-06T11:46:00Z', '2026-03-06T12:05:00.000Z'],
    ['rate(6 hours)', 'UTC', '2026-03-06T11:01:00Z', '2026-03-06T17:01:00.000Z'],
    ['rate(1 day)', 'UTC', '2026-03-06T11:01:00Z', '2026-03-07T11:01:00.000Z'],
  ])('%s in %s comes after %s at %s', (expression, zone, after, expected) => {
    expect(next(expression, zone, after)).toBe(expected);
  });

  it('end after a year in the past', () => {
    expect(next('cron(30 6 1 1 ? 2020)', 'UTC', '2026-03-06T11:00:00Z')).toBeUndefined();
  });

  it.each(['rate(0 minutes)', 'rate(-1 hours)', 'rate(1.5 days)', 'rate(2 weeks)'])('refuse %s', (expression) => {
    expect(() => parseScheduleExpression(expression, 'UTC')).toThrow(expression);
  });

  it.each(['rate(1 day)', 'cron(0 8 * * ? *)'])('refuse %s in a time zone that does not exist', (expression) => {
    expect(() => parseScheduleExpression(expression, 'Asia/Nowhere')).toThrow('Asia/Nowhere');
  });

  it('reject an unknown kind of expression by name', () => {
    expect(() => parseScheduleExpression('at(2026-01-01T00:00:00)', 'UTC')).toThrow('at(2026-01-01T00:00:00)');
  });
});

describe('a schedule', () => {
  const target = { Arn: 'arn:target', RoleArn: 'arn:role' };
  it.each<[string, JsonObject]>([
    ['Name', { Name: 'every day' }],
    ['Description', { Description: 'x'.repeat(513) }],
    ['ScheduleExpressionTimezone', { ScheduleExpressionTimezone: 'x'.repeat(51) }],
    ['GroupName', { GroupName: 'of-its-own' }],
    ['FlexibleTimeWindow', { FlexibleTimeWindow: {} }],
    ['MaximumWindowInMinutes', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' } }],
    ['MaximumWindowInMinutes', { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1441 } }],
    ['Input', { Target: { ...target, Input: '' } }],
    ['MaximumRetryAttempts', { Target: { ...target, RetryPolicy: { MaximumRetryAttempts: 186 } } }],
    ['MaximumEventAgeInSeconds', { Target: { ...target, RetryPolicy: { MaximumEventAgeInSeconds: 59 } } }],
  ])('is refused with a wrong %s: %j', (name, properties) => {
    expect(() => scheduleOf('Daily', 'rate(1 day)', 'arn:target', properties)).toThrow(name);
  });

  it('without an input sends an event whose fields are not documented', () => {
    const { input } = scheduleOf('Daily', 'rate(1 day)', 'arn:target', { Target: target });
    expect(input).toEqual({ undocumented: expect.any(String) });
  });
});

describe('the scheduler', () => {
  const daily = scheduleOf('Daily', 'rate(1 day)', 'arn:target');

  function started(...others: Schedule[]) {
    const events: [string, Json][] = [];
    const clock = createClock();
    const functions: Pick<Functions, 'invoke'> = {
      invoke: async (arn, event) => {
        events.push([arn, event]);
        return null;
      },
    };
    return { events, clock, scheduler: startScheduler([daily, ...others], functions, clock) };
  }

  it('invokes the target with the template’s input when the clock has come that far', async () => {
    const { events, clock, scheduler } = started(scheduleOf('Hourly', 'rate(1 hour)', 'arn:hourly'));
    clock.advance(3_600_000);
    await eventually(() => events.length > 0);
    expect(events).toEqual([['arn:hourly', { why: 'time' }]]);
    clock.advance(23 * 3_600_000);
    await eventually(() => events.some(([arn]) => arn === 'arn:target'));
    scheduler.close();
    expect(events.filter(([arn]) => arn === 'arn:target')).toEqual([['arn:target', { why: 'time' }]]);
  });

  it('retries a failing function twice, then sends the failure on', async () => {
    const clock = createClock();
    const failures: [string, Json][] = [];
    let calls = 0;
    const functions: Pick<Functions, 'invoke'> = {
      invoke: async () => {
        calls += 1;
        throw new Error('the table is gone');
      },
    };
    const { promise: handedOn, resolve } = Promise.withResolvers<void>();
    const onFailure = (arn: string, record: Json) => {
      failures.push([arn, record]);
      resolve();
    };
    const scheduler = startScheduler([daily], functions, clock, { onFailure, retryAfterMs: [5, 5] });
    clock.advance(86_400_000);
    await handedOn;
    scheduler.close();
    expect(calls).toBe(3);
    expect(failures).toMatchObject([
      ['arn:target', { requestPayload: { why: 'time' }, responsePayload: { errorMessage: 'the table is gone' } }],
    ]);
  });

  it('runs a schedule at once when asked by its name', async () => {
    const { events, scheduler } = started();
    await scheduler.runNow('Daily');
    expect(events).toHaveLength(1);
    await expect(scheduler.runNow('Nightly')).rejects.toThrow('Nightly');
    scheduler.close();
  });
});
