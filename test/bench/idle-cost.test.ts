import { describe, expect, it, jest } from '@jest/globals';
import { idleMonthCost } from 'shared-types/rules/costs';
import { idleCost, idleCostRows, oneWorld } from '../../bench/idle-cost.ts';
import { AppConfig, cdkContext } from 'infra/config';
import { synthesize } from '../support/aws/template.ts';

jest.setTimeout(120_000);

const template = await synthesize({
  operations: {
    ...AppConfig.parse(cdkContext()).operations,
    alarmsTo: 'owner@example.org',
    monthlyBudget: 10,
  },
});
const resources = template.resources.map(({ Type, Properties }) => ({ type: Type, properties: Properties }));
const costOf = (type: string, all = resources, stored = oneWorld) =>
  idleCost(all, stored).find((each) => each.type === type)?.cost;

describe('an idle month', () => {
  it('costs at most half a dollar with one world and its backups', () => {
    expect(idleCostRows(resources)).toEqual([
      expect.objectContaining({ row: 11, goal: '≤ $0.50', met: true }),
      expect.objectContaining({ row: 11, goal: '≤ $0.50', met: true }),
    ]);
  });

  it("costs what the owner's page says", () => {
    const total = idleCost(resources, oneWorld).reduce((sum, { cost }) => sum + cost, 0);
    expect(Math.abs(total - idleMonthCost)).toBeLessThan(0.03);
  });

  it('includes worlds, their backups and the polling of queues', () => {
    expect(costOf('AWS::EFS::FileSystem')).toBeCloseTo(0.16 + 0.05 * (1 + 35 * 0.03));
    expect(costOf('AWS::DynamoDB::Table')).toBeCloseTo(0.02);
    expect(costOf('AWS::Lambda::EventSourceMapping')).toBeCloseTo(0.118, 2);
    expect(costOf('AWS::CloudWatch::Alarm')).toBe(0);
  });

  it.each(['AWS::EC2::NatGateway', 'AWS::EC2::Instance', 'AWS::KMS::Key', 'AWS::SecretsManager::Secret'])(
    'has no answer while nobody has looked up what %s costs',
    (type) => {
      expect(() => idleCost([...resources, { type, properties: {} }], oneWorld)).toThrow(type);
    },
  );

  it('costs more for every alarm and metric beyond the free ones', () => {
    const [alarm] = resources.filter(({ type }) => type === 'AWS::CloudWatch::Alarm');
    if (!alarm) throw new Error('there is no alarm');
    expect(costOf(alarm.type, [...resources, alarm])).toBeCloseTo(0.1);
    const both = {
      type: alarm.type,
      properties: { Metrics: [{ MetricStat: {} }, { MetricStat: {} }, { Expression: '' }] },
    };
    expect(costOf(alarm.type, [...resources, both])).toBeCloseTo(0.2);
  });
});
