import { describe, expect, it } from '@jest/globals';
import { cdkContext } from 'infra/config';
import * as z from 'zod';
import { synthesize } from '../support/aws/template.ts';

const { listing } = z.object({ listing: z.record(z.string(), z.unknown()) }).parse(cdkContext());
const template = await synthesize({
  listing: {
    ...listing,
    cookieParameter: '/home-page/listing-cookie',
    requestsPerDay: 200,
  },
});

const functionOf = (name: string) => {
  const found = template.ofType('AWS::Lambda::Function').find(({ id }) => id.replace(/[0-9A-F]{8}$/, '') === name);
  if (!found) throw new Error(`no function ${name}`);
  return found;
};
const variables = (name: string) =>
  z.object({ Variables: z.record(z.string(), z.unknown()) }).parse(functionOf(name).Properties['Environment'])
    .Variables;

const Document = z.object({ Statement: z.array(z.object({ Action: z.unknown(), Resource: z.unknown() })) });
/** Returns the functions that may use an action, each with the resource in the template's words. */
const mayDo = (action: string) =>
  template.policies.flatMap(({ id, document }) =>
    Document.parse(document)
      .Statement.filter(({ Action }) => [Action].flat().includes(action))
      .map(({ Resource }) => [id.replace(/RoleDefaultPolicy[0-9A-F]{8}$/, ''), JSON.stringify(Resource)]),
  );

describe('the schedule of refreshes', () => {
  const schedules = template.ofType('AWS::Scheduler::Schedule').filter(({ id }) => id.startsWith('LJMonitor'));
  const [schedule] = schedules;
  const deadLetters = { 'Fn::GetAtt': [expect.stringContaining('RefreshQueueDeadLetters'), 'Arn'] };

  it('uses the configured schedule and time zone, a flexible window and retries', () => {
    expect(schedules).toHaveLength(1);
    expect(schedule?.Properties).toMatchObject({
      ScheduleExpression: listing['refreshSchedule'],
      ScheduleExpressionTimezone: listing['timeZone'],
      FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
      Target: {
        RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 3600 },
        DeadLetterConfig: { Arn: deadLetters },
      },
    });
  });

  it('sends failed calls to the dead-letter queue', () => {
    expect(template.ofType('AWS::Lambda::EventInvokeConfig').map(({ Properties }) => Properties)).toEqual([
      expect.objectContaining({
        FunctionName: { Ref: functionOf('LJMonitorRefreshStart').id },
        MaximumRetryAttempts: 2,
        DestinationConfig: { OnFailure: { Destination: deadLetters } },
      }),
    ]);
  });
});

describe('the owner’s cookie', () => {
  it('may be read by the worker only and is in no template', () => {
    expect(mayDo('ssm:GetParameter').filter(([, on]) => on?.includes('listing-cookie'))).toEqual([
      ['LJMonitorRefresh', expect.stringMatching(/:parameter\/home-page\/listing-cookie"\]\]\}$/)],
    ]);
    expect(variables('LJMonitorRefresh')).toMatchObject({ LISTING_COOKIE_PARAMETER: '/home-page/listing-cookie' });
    expect(variables('LJMonitorHttp')).toMatchObject({ LISTING_FIRST_LOOK: 'false' });
    expect(variables('LJMonitorHttp')).not.toHaveProperty('LISTING_COOKIE_PARAMETER');
  });
});
