import { describe, expect, it } from '@jest/globals';
import { synthesize } from '../../support/aws/template.ts';

const template = await synthesize();

describe('the watching of the deployed site', () => {
  it('sets off an alarm after one bad period', () => {
    const alarms = template.ofType('AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(5);
    expect(alarms.filter(({ Properties }) => Properties['EvaluationPeriods'] !== 1)).toEqual([]);
  });

  it('sets off the alarm of refusals at fifteen within five minutes', () => {
    const alarms = template.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
    expect(alarms.filter(({ MetricName }) => MetricName === 'Refusals')).toMatchObject([
      { Threshold: 15, Period: 300, Statistic: 'Sum', ComparisonOperator: 'GreaterThanOrEqualToThreshold' },
    ]);
  });

  it('names each table and its reads and writes on the dashboard', () => {
    const [dashboard] = template.ofType('AWS::CloudWatch::Dashboard');
    const body = JSON.stringify(dashboard?.Properties);
    for (const { id } of template.ofType('AWS::DynamoDB::Table'))
      for (const kind of ['Read', 'Write']) expect(body).toContain(`${kind} ",{"Ref":"${id}"}`);
  });
});

describe('the removal of unconfirmed accounts', () => {
  it('takes place once a day', () => {
    const removals = template.ofType('AWS::Scheduler::Schedule').filter(({ id }) => id.startsWith('AuthRemovals'));
    expect(removals.map(({ Properties }) => Properties)).toMatchObject([
      {
        ScheduleExpression: 'cron(40 2 * * ? *)',
        ScheduleExpressionTimezone: 'UTC',
        State: 'ENABLED',
        Target: { Arn: { 'Fn::GetAtt': [expect.stringMatching(/^AuthUnconfirmed/), 'Arn'] } },
      },
    ]);
  });
});
