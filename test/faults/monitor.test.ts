import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { never, startCloud } from '../support/aws/cloud.ts';
import { type Fault, isWrite } from '../support/aws/faults.ts';
import { runWithFaults, runWithFaultAtEachSite, type Scenario } from '../support/faults/scenario.ts';
import { startScriptedListingSite } from '../support/site/scripted-listing-site.ts';
import { monitorScenarios } from './monitor-scenarios.ts';

const listingSite = await startScriptedListingSite();
const cloud = await startCloud({
  listingOrigin: listingSite.origin,
  listing: { paceMs: 0, removalGapMs: 0, minIntervalMs: 0, refreshSchedule: never },
});
afterAll(async () => {
  await cloud.close();
  listingSite.close();
});

const { refreshing, refreshingOnce, scheduled, adding, returning, marking } = monitorScenarios(cloud, listingSite);

beforeAll(async () => {
  cloud.faults.remember();
  for (const scenario of [refreshing, scheduled, adding, returning, marking]) await runWithFaults(cloud, scenario);
});

describe('a refresh', () => {
  it.each<[string, Fault]>([
    ['each kind of call is throttled once', { outcome: 'throttled', ofEachKind: true }],
    ['every call fails once', { outcome: 'failed' }],
    ['each kind of write meets another transaction once', { outcome: 'conflict', ofEachKind: true }],
    ['eventually consistent reads are stale', { outcome: 'stale' }],
    ['every message is delivered three times', { outcome: 'thrice' }],
    ['every write succeeds but reports a failure', { outcome: 'failedAfter', where: isWrite }],
  ])('completes when %s', async (_, fault) => {
    expect(await runWithFaults(cloud, refreshing, fault)).not.toEqual([]);
  });

  it('completes without a second request when a call is never answered', async () => {
    const fault: Fault = { outcome: 'silent', operation: 'TransactWriteItems', nth: 1 };
    expect(await runWithFaults(cloud, refreshingOnce, fault)).toEqual([expect.stringMatching(/^LJMonitorHttp/)]);
  });

  it('completes wherever the function is killed after a write', async () => {
    const failed = await runWithFaultAtEachSite(cloud, refreshing, { outcome: 'crash', where: isWrite, apart: 3 });
    // The run of a killed request may be over before its user tries again. The second run then finds an unchanged page,
    // whose write has another operation, so there may be more kinds than these.
    expect(failed.map((kind) => kind.replace(/[\dA-F]{8} /, ' '))).toEqual(
      expect.arrayContaining([
        // These count the refreshes of the day and start a run.
        'LJMonitorHttp dynamodb:TransactWriteItems',
        'LJMonitorHttp sqs:SendMessage',
        'LJMonitorRefresh dynamodb:UpdateItem',
        'LJMonitorRefresh dynamodb:TransactWriteItems',
        'LJMonitorRefresh sqs:SendMessage',
      ]),
    );
  });
});

describe('a function that is killed after any write', () => {
  it.each<[string, number, Scenario, Fault]>([
    ['an added community', 2, adding, { outcome: 'crash', where: isWrite, by: 'LJMonitorHttp' }],
    ['a community that was added again', 2, returning, { outcome: 'crash', where: isWrite, by: 'LJMonitorHttp' }],
    // All marks are written by one kind of write.
    ['read marks', 1, marking, { outcome: 'crash', where: isWrite, by: 'LJMonitorHttp' }],
    ['a scheduled refresh', 2, scheduled, { outcome: 'crash', where: isWrite, by: 'LJMonitorRefreshStart' }],
  ])('leaves %s as expected', async (_, kinds, scenario, fault) => {
    const failed = await runWithFaultAtEachSite(cloud, scenario, { ...fault, apart: 1 });
    expect(failed.length).toBeGreaterThanOrEqual(kinds);
  });
});
