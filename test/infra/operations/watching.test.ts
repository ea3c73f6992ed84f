import { describe, expect, it, jest } from '@jest/globals';
import { synthesize } from '../../support/aws/template.ts';

jest.setTimeout(120_000);

const template = await synthesize();

describe('the watching of the deployed site', () => {
  it('sets off an alarm after one bad period', () => {
    const alarms = template.ofType('AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(5);
    expect(alarms.filter(({ Properties }) => Properties['EvaluationPeriods'] !== 1)).toEqual([]);
  });

  it('names each table and its reads and writes on the dashboard', () => {
    const [dashboard] = template.ofType('AWS::CloudWatch::Dashboard');
    const body = JSON.stringify(dashboard?.Properties);
    for (const { id } of template.ofType('AWS::DynamoDB::Table'))
      for (const kind of ['Read', 'Write']) expect(body).toContain(`${kind} ",{"Ref":"${id}"}`);
  });
});
