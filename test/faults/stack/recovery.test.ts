import { afterAll, describe, expect, it } from '@jest/globals';
import { stackPage } from '../../support/site/stack-page.ts';
import { type RecordedAwsCall, startCloud } from '../../support/aws/cloud.ts';
import { expectInvariants } from '../../support/faults/invariants.ts';
import { eventually } from '../../support/eventually.ts';

/** At this speed an action takes a second, and an idle half hour takes half a minute. */
const cloud = await startCloud({ stackSpeed: 60, stackNames: ['early', 'late', 'creative'] });
afterAll(() => cloud.close());

const pass = (advanceMs: number) => cloud.control('/clock', { advanceMs });
/** Longer than the first lease of an action. */
const afterFirstLeaseMs = 70_000;
/** Longer than a start may wait to be begun again. */
const afterLastBeginMs = 11 * 60_000;

const isCreateOf = (stackName: string, { operation, input }: RecordedAwsCall) =>
  operation === 'CreateStack' && JSON.stringify(input).includes(stackName);

const allExecutions = () => cloud.app.cloud.stacks.executions();

/** Returns the states of all workflows but those of earlier tests. */
const executionsSince = (earlier: ReadonlySet<string>) =>
  Object.fromEntries(
    [
      ...Map.groupBy(
        allExecutions().filter(({ name }) => !earlier.has(name)),
        ({ name }) => (name.endsWith('-stop') ? 'scheduledStop' : 'action'),
      ),
    ].map(([kind, of]) => [kind, of.map(({ status }) => status)]),
  );

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
    beginAndCrash: async (action: 'start' | 'restart' | 'stop') => {
      cloud.faults.script({ outcome: 'crash', by: 'StacksHttp', operation: 'TransactWriteItems' });
      await expect(page.beginOnce(action)).rejects.toMatchObject({ status: 500 });
      expect(cloud.faults.failed()).toHaveLength(1);
      cloud.faults.script();
    },
  };
}

describe('an action whose function crashes before the workflow starts', () => {
  it('is begun again by the next reader after its lease, together with its scheduled stop', async () => {
    const { actions, beginAndCrash, ended, latest, play } = await pageOf('early');
    const executions = () => executionsSince(earlier);
    const earlier = new Set(allExecutions().map(({ name }) => name));
    await play(1);
    await beginAndCrash('start');
    expect(await latest()).toMatchObject({ action: 'START', syncStatus: 'RUNNING' });
    expect(executions()).toEqual({});
    await pass(afterFirstLeaseMs);
    const { awsStackInfo } = await ended();
    expect(awsStackInfo).toMatchObject({ stackStatus: 'CREATE_COMPLETE', stopsAt: expect.any(Number) });
    expect(await actions()).toMatchObject([{ action: 'START', by: 'Ann', syncStatus: 'SUCCEEDED', reason: null }]);
    await eventually(() => executions().action?.[0] === 'SUCCEEDED');
    expect(executions()).toEqual({ action: ['SUCCEEDED'], scheduledStop: ['RUNNING'] });
    await expectInvariants(cloud);
  });

  it('is begun again however late it is a stop, but fails as a start of ten minutes ago', async () => {
    const { actions, begin, beginAndCrash, ended, latest, play } = await pageOf('late');
    await play(1);
    await begin('start');
    await ended();
    await beginAndCrash('stop');
    await pass(afterLastBeginMs);
    expect((await ended()).awsStackInfo).toBeNull();
    expect(await latest()).toMatchObject({ action: 'STOP', by: 'Ann', syncStatus: 'SUCCEEDED' });

    await beginAndCrash('start');
    await pass(afterLastBeginMs);
    expect(await latest()).toMatchObject({ syncStatus: 'FAILED', reason: 'The action did not start. Try again.' });
    await begin('start');
    await ended();
    expect((await actions()).slice(0, 3)).toMatchObject([
      { action: 'START', syncStatus: 'SUCCEEDED' },
      { action: 'START', syncStatus: 'FAILED' },
      { action: 'STOP', syncStatus: 'SUCCEEDED' },
    ]);
    await expectInvariants(cloud);
  });

  it('is begun again without a reader by the server, which stops afterwards when it is idle', async () => {
    const { actions, begin, beginAndCrash, ended, latest, play } = await pageOf('creative');
    await play(1);
    await begin('start');
    await ended();
    await beginAndCrash('restart');
    await pass(afterFirstLeaseMs);
    cloud.takeAwsCalls();
    await play(0);
    await pass(afterFirstLeaseMs);
    await eventually(() => cloud.takeAwsCalls().some((made) => isCreateOf('creative', made)));
    await pass(afterFirstLeaseMs);
    await eventually(
      async () => {
        const last = await latest();
        return last?.action === 'STOP' && last.syncStatus !== 'RUNNING';
      },
      120_000,
      100,
    );
    expect(await actions()).toMatchObject([
      { action: 'STOP', by: 'idle', syncStatus: 'SUCCEEDED' },
      { action: 'RESTART', by: 'Ann', syncStatus: 'SUCCEEDED' },
      { action: 'START', syncStatus: 'SUCCEEDED' },
    ]);
    await expectInvariants(cloud);
  });
});
