import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { apiCaller } from '../support/site/caller.ts';
import { startCloud } from '../support/aws/cloud.ts';
import { expectInvariants } from '../support/faults/invariants.ts';
import { eventually } from '../support/eventually.ts';

jest.setTimeout(240_000);

/** At this speed an action takes a second, and an idle half hour takes half a minute. */
const cloud = await startCloud({ stackSpeed: 60 });
afterAll(() => cloud.close());

const stackName = 'bedrock-survival';
const given = { params: { stackName } };
const play = (count: number) => cloud.control('/players', { stackName, count });
const pass = (advanceMs: number) => cloud.control('/clock', { advanceMs });
/** Longer than the first lease of an action. */
const afterFirstLeaseMs = 70_000;

describe('an action whose function crashes before the workflow starts', () => {
  const call = cloud.signIn('Ann').then((cookie) => apiCaller(cloud.origin, cookie));
  const begin = async (action: 'start' | 'restart') =>
    (await call)(`POST /api/minecraft_bedrock/v2/{stackName}/${action}`, given);
  const actions = async () =>
    (await (await call)('GET /api/minecraft_bedrock/v2/{stackName}/detail', given)).data.actionLogs;
  const latest = async () => (await actions())[0];

  /** Crashes the function after it has written the action, before it starts the workflow. */
  async function beginAndCrash(action: 'start' | 'restart') {
    cloud.faults.script({ outcome: 'crash', by: 'StacksHttp', operation: 'TransactWriteItems' });
    await expect(begin(action)).rejects.toMatchObject({ status: 500 });
    expect(cloud.faults.failed()).toHaveLength(1);
    cloud.faults.script();
  }

  it('fails when its lease expires, and can begin again', async () => {
    await play(1);
    await beginAndCrash('start');
    expect(await latest()).toMatchObject({ action: 'START', syncStatus: 'RUNNING' });
    await pass(afterFirstLeaseMs);
    expect(await latest()).toMatchObject({ syncStatus: 'FAILED', reason: 'The action did not start. Try again.' });
    await begin('start');
    await eventually(async () => (await latest())?.syncStatus !== 'RUNNING');
    expect(await latest()).toMatchObject({ action: 'START', syncStatus: 'SUCCEEDED' });
  });

  it('does not block the stop of an idle server, even without a reader', async () => {
    await beginAndCrash('restart');
    await pass(afterFirstLeaseMs);
    cloud.takeAwsCalls();
    await play(0);
    await pass(afterFirstLeaseMs);
    await eventually(() => cloud.takeAwsCalls().some(({ operation }) => operation === 'DeleteStack'), 60_000);
    await eventually(async () => (await latest())?.syncStatus !== 'RUNNING');
    expect(await actions()).toMatchObject([
      { action: 'STOP', by: 'idle', syncStatus: 'SUCCEEDED' },
      { action: 'RESTART', syncStatus: 'FAILED', reason: 'The action did not start. Try again.' },
      { action: 'START', syncStatus: 'SUCCEEDED' },
      { action: 'START', syncStatus: 'FAILED' },
    ]);
    await expectInvariants(cloud);
  });
});
