import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { never, startCloud } from '../support/aws/cloud.ts';
import { type Fault, isWrite } from '../support/aws/faults.ts';
import { disturb, disturbEverywhere, type Scenario } from '../support/site/scenario.ts';
import { startVillage } from '../support/site/village.ts';
import { monitorScenarios } from './monitor-scenarios.ts';

jest.setTimeout(240_000);

const village = await startVillage();
const cloud = await startCloud({
  listingOrigin: village.origin,
  listing: { paceMs: 0, removalGapMs: 0, minIntervalMs: 0, refreshSchedule: never },
});
afterAll(async () => {
  await cloud.close();
  village.close();
});

const { refreshing, refreshingOnce, scheduled, adding, returning, marking } = monitorScenarios(cloud, village);

beforeAll(async () => {
  cloud.faults.remember();
  for (const scenario of [refreshing, scheduled, adding, returning, marking]) await disturb(cloud, scenario);
});

describe('a refresh ends as ever', () => {
  it.each<[string, Fault]>([
    ['each kind of call is throttled once', { outcome: 'throttled', ofEachKind: true }],
    ['every call breaks once', { outcome: 'failed' }],
    ['each kind of write meets another transaction once', { outcome: 'conflict', ofEachKind: true }],
    ['readings lag behind where they may', { outcome: 'stale' }],
    ['every message is delivered three times', { outcome: 'thrice' }],
    ['every write is done and said to have failed', { outcome: 'failedAfter', where: isWrite }],
  ])('when %s', async (_, fault) => {
    expect(await disturb(cloud, refreshing, fault)).not.toEqual([]);
  });

  it('when a call is never answered, and nobody has to ask for it twice', async () => {
    const fault: Fault = { outcome: 'silent', operation: 'TransactWriteItems', nth: 1 };
    expect(await disturb(cloud, refreshingOnce, fault)).toEqual([expect.stringMatching(/^LJMonitorHttp/)]);
  });

  it('wherever a write is done and the function killed', async () => {
    const struck = await disturbEverywhere(cloud, refreshing, { outcome: 'crash', where: isWrite, apart: 3 });
    expect(new Set(struck.map((kind) => kind.replace(/[\dA-F]{8} /, ' ')))).toEqual(
      new Set([
        'LJMonitorHttp dynamodb:TransactWriteItems',
        'LJMonitorHttp sqs:SendMessage',
        'LJMonitorRefresh dynamodb:UpdateItem',
        'LJMonitorRefresh dynamodb:TransactWriteItems',
        'LJMonitorRefresh sqs:SendMessage',
      ]),
    );
  });
});

describe('wherever a function is killed, people find as ever', () => {
  it.each<[string, Scenario, Fault]>([
    ['a community that was added', adding, { outcome: 'crash', where: isWrite, by: 'LJMonitorHttp' }],
    ['a community that came back', returning, { outcome: 'crash', where: isWrite, by: 'LJMonitorHttp' }],
    ['houses that were read', marking, { outcome: 'crash', where: isWrite, by: 'LJMonitorHttp' }],
    ['a refresh that the schedule began', scheduled, { outcome: 'crash', where: isWrite, by: 'LJMonitorRefreshStart' }],
  ])('%s', async (_, scenario, fault) => {
    expect((await disturbEverywhere(cloud, scenario, { ...fault, apart: 1 })).length).toBeGreaterThan(1);
  });
});
