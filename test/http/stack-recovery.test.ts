import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { stackPage } from '../support/site/stack-page.ts';
import { type RecordedAwsCall, startCloud } from '../support/aws/cloud.ts';
import { expectInvariants } from '../support/faults/invariants.ts';
import { eventually } from '../support/eventually.ts';

jest.setTimeout(240_000);

/** At this speed an action takes a second, and an idle half hour takes half a minute. */
const cloud = await startCloud({ stackSpeed: 60, stackNames: ['survival', 'creative'] });
afterAll(() => cloud.close());

const pass = (advanceMs: number) => cloud.control('/clock', { advanceMs });
/** Longer than the first lease of an action. */
const afterFirstLeaseMs = 70_000;

const isDeleteOf = (stackName: string, { operation, input }: RecordedAwsCall) =>
  operation === 'DeleteStack' && JSON.stringify(input).includes(stackName);

/** Opens the page of one stack. */
async function pageOf(stackName: string) {
  const page = stackPage(cloud.origin, await cloud.signIn('Ann'), stackName);
  const actions = async () => (await page.detail()).actionLogs;
  return {
    ...page,
    actions,
    latest: async () => (await actions())[0],
    play: (count: number) => cloud.control('/players', { stackName, count }),
    /** Crashes the function after it has written the action, before it starts the workflow. */
    beginAndCrash: async (action: 'start' | 'restart') => {
      cloud.faults.script({ outcome: 'crash', by: 'StacksHttp', operation: 'TransactWriteItems' });
      await expect(page.begin(action)).rejects.toMatchObject({ status: 500 });
      expect(cloud.faults.failed()).toHaveLength(1);
      cloud.faults.script();
    },
  };
}

describe('an action whose function crashes before the workflow starts', () => {
  it('fails when its lease expires, and can begin again', async () => {
    const { actions, begin, beginAndCrash, ended, latest, play } = await pageOf('survival');
    await play(1);
    await beginAndCrash('start');
    expect(await latest()).toMatchObject({ action: 'START', syncStatus: 'RUNNING' });
    await pass(afterFirstLeaseMs);
    expect(await latest()).toMatchObject({ syncStatus: 'FAILED', reason: 'The action did not start. Try again.' });
    await begin('start');
    await ended();
    expect(await actions()).toMatchObject([
      { action: 'START', syncStatus: 'SUCCEEDED' },
      { action: 'START', syncStatus: 'FAILED' },
    ]);
    await expectInvariants(cloud);
  });

  it('does not block the stop of an idle server, even without a reader', async () => {
    const { actions, begin, beginAndCrash, ended, play } = await pageOf('creative');
    await play(1);
    await begin('start');
    await ended();
    await beginAndCrash('restart');
    await pass(afterFirstLeaseMs);
    cloud.takeAwsCalls();
    await play(0);
    await pass(afterFirstLeaseMs);
    await eventually(() => cloud.takeAwsCalls().some((made) => isDeleteOf('creative', made)), 60_000);
    await ended();
    expect(await actions()).toMatchObject([
      { action: 'STOP', by: 'idle', syncStatus: 'SUCCEEDED' },
      { action: 'RESTART', syncStatus: 'FAILED', reason: 'The action did not start. Try again.' },
      { action: 'START', syncStatus: 'SUCCEEDED' },
    ]);
    await expectInvariants(cloud);
  });
});
