import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { monthlyCost } from 'shared-types/rules/costs';
import { idleCost, idleCostRows, idleSite, withWorlds } from '../../bench/idle-cost.ts';
import { worldSize } from '../../bench/world-size.ts';
import { AppConfig, cdkContext } from 'infra/config';
import { synthesize } from '../support/aws/template.ts';

const template = await synthesize({
  operations: {
    ...AppConfig.parse(cdkContext()).operations,
    alarmsTo: 'owner@example.org',
    monthlyBudget: 10,
  },
});
const resources = template.resources.map(({ Type, Properties }) => ({ type: Type, properties: Properties }));
const bootScript = readFileSync('infra/src/game-server/scripts/boot.sh', 'utf8');
const world = worldSize(bootScript);
const site = idleSite(world);
const costOf = (type: string, all = resources, stored = site) =>
  idleCost(all, stored).find((each) => each.type === type)?.cost;
const total = (all = resources, stored = site) => idleCost(all, stored).reduce((sum, { cost }) => sum + cost, 0);
/** Returns the cost of all buckets with this number of worlds of 1 GB. */
const bucketCost = (worlds: number) => costOf('AWS::S3::Bucket', withWorlds(resources, worlds), idleSite(1)) ?? 0;

const met = (rows: ReturnType<typeof idleCostRows>) => rows.map((each) => each.met);

describe('an idle month', () => {
  it('costs at most half a dollar, also with the two worlds of cdk.json, their archives and backups', () => {
    const goal = { row: 11, goal: '≤ $0.50', met: true };
    expect(idleCostRows(resources, world)).toEqual([
      expect.objectContaining({ ...goal, what: 'idle cost a month without worlds' }),
      expect.objectContaining({ ...goal, what: 'idle cost a month with a world of 0.5 GB, its archives and backups' }),
      expect.objectContaining({ ...goal, what: 'idle cost a month with the 2 worlds of cdk.json' }),
      expect.objectContaining({
        row: 11,
        goal: '–',
        what: 'the month of the site and one world with players on each day',
      }),
      expect.objectContaining({ row: 11, goal: '–', what: 'each further world of 0.5 GB in an idle month' }),
      expect.objectContaining({ row: 11, goal: '–', what: expect.stringContaining('mails about accounts') }),
      expect.objectContaining({ row: 11, goal: '–', what: expect.stringContaining('audit trail') }),
    ]);
  });

  it('misses its goal, and says so, with a larger world', () => {
    expect(met(idleCostRows(resources, 1)).slice(0, 3)).toEqual([true, true, false]);
  });

  it('includes the archives of each world, and the deleted ones until their week is over', () => {
    const young = (7 * 0.023 + 23 * 0.004) / 30;
    const each = (11 + 0.9) * young + 6 * 0.004 + (28 / 30) * 0.023;
    expect(bucketCost(1) - bucketCost(0)).toBeCloseTo(each);
    expect(bucketCost(2) - bucketCost(0)).toBeCloseTo(2 * each);
    const played = { ...idleSite(1), daysPlayed: 30 };
    expect(costOf('AWS::S3::Bucket', withWorlds(resources, 1), played)).toBeCloseTo(
      bucketCost(0) + 6 * 0.004 + (11 + 7 + 0.9) * 0.023,
    );
  });

  it("costs what the owner's page says", () => {
    const { site: apart, idleWorld, playedWorld } = monthlyCost;
    const played = { ...site, daysPlayed: 30 };
    for (const count of [0, 1, 2, 5]) {
      expect(Math.abs(total(withWorlds(resources, count)) - apart - count * idleWorld)).toBeLessThan(0.03);
      expect(Math.abs(total(withWorlds(resources, count), played) - apart - count * playedWorld)).toBeLessThan(0.03);
    }
  });

  it('includes each world for a week in the dear class, then in the cheap one, and its backups', () => {
    const files = (7 * 0.16 + 23 * 0.0133) / 30;
    const backups = 0.05 * (1 + 35 * 0.03);
    expect(costOf('AWS::EFS::FileSystem', withWorlds(resources, 1), idleSite(1))).toBeCloseTo(files + backups);
    expect(costOf('AWS::EFS::FileSystem', withWorlds(resources, 2), idleSite(1))).toBeCloseTo(2 * (files + backups));
    expect(costOf('AWS::EFS::FileSystem', withWorlds(resources, 1), { ...idleSite(1), daysPlayed: 30 })).toBeCloseTo(
      0.16 + backups,
    );
    const kept = resources.map(({ type, properties }) =>
      type === 'AWS::EFS::FileSystem' ? { type, properties: {} } : { type, properties },
    );
    expect(costOf('AWS::EFS::FileSystem', kept, idleSite(1))).toBeCloseTo(2 * 0.16);
  });

  it('includes the polling of queues and the recovery of tables', () => {
    expect(costOf('AWS::DynamoDB::Table')).toBeCloseTo(0.02);
    expect(costOf('AWS::Lambda::EventSourceMapping')).toBeCloseTo(0.118, 2);
    expect(costOf('AWS::CloudWatch::Alarm')).toBe(0);
  });

  it("counts the game's program as long as the file system keeps it", () => {
    expect(worldSize('docker run --volume /world:/data --env-file x')).toBe(1);
    expect(worldSize('docker run --volume /srv/game:/data --volume /world/worlds:/data/worlds')).toBe(0.5);
    expect(() => worldSize('docker run --volume /srv/game:/data')).toThrow('boot.sh');
  });

  it.each(['AWS::EC2::NatGateway', 'AWS::EC2::Instance', 'AWS::KMS::Key', 'AWS::SecretsManager::Secret'])(
    'fails when %s has no price',
    (type) => {
      expect(() => idleCost([...resources, { type, properties: {} }], site)).toThrow(type);
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
