import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { stepFunctionsExecutions } from 'lambdas/stack/actions/step-functions-client';
import { FunctionError } from 'local/aws/lambda/functions';
import { machineArn, startStates, type States } from '../../../../support/aws/state-machines.ts';
import { eventually } from '../../../../support/eventually.ts';

// Other programs may be at work on this machine.
jest.setTimeout(30_000);

let world: States;
beforeEach(async () => {
  world = await startStates();
});
afterEach(() => world.stop());

const end = (name: string) =>
  eventually(() => world.executions().find((each) => each.name === name)?.status !== 'RUNNING');

const input = (actionId: string) => ({
  actionId,
  stackName: 'game',
  action: 'STOP' as const,
  by: 'Ann',
  notBefore: new Date(world.now()).toISOString(),
  plannedBy: null,
  stopsAtMs: null,
  quietUntilMs: 0,
  deleteRetried: false,
  unreachable: 0,
});

describe('the executions of the workflow', () => {
  it('starts once, stops, and asks how it ended', async () => {
    world.steps(async () => ({ verdict: 'wait', waitSeconds: 600 }));
    const workflow = stepFunctionsExecutions(world.client, machineArn);
    expect(await workflow.find('one')).toBeUndefined();
    expect(await workflow.start(input('one'))).toBe(true);
    expect(await workflow.start(input('one'))).toBe(true);
    expect(await workflow.find('one')).toEqual({ status: 'RUNNING', cause: null });
    await workflow.stop('one', 'Stopped by Ann.');
    expect(await workflow.find('one')).toEqual({ status: 'ABORTED', cause: 'Stopped by Ann.' });
    expect(await workflow.start(input('one'))).toBe(true);
    expect(world.executions()).toHaveLength(1);
    await expect(workflow.stop('none', 'x')).resolves.toBeUndefined();
  });

  it('tells what an action failed of, and nothing of what a function died of', async () => {
    const workflow = stepFunctionsExecutions(world.client, machineArn);
    world.steps(async () => ({ verdict: 'failed', reason: 'no capacity' }));
    await workflow.start(input('one'));
    await end('one');
    expect(await workflow.find('one')).toEqual({ status: 'FAILED', cause: 'no capacity' });
    await world.restart(100);
    world.steps(async () => {
      throw new FunctionError('TypeError', 'at /var/task/index.js');
    });
    await workflow.start(input('other'));
    await end('other');
    expect(await workflow.find('other')).toEqual({ status: 'FAILED', cause: null });
  });

  it('knows a refusal from not knowing', async () => {
    expect(await stepFunctionsExecutions(world.client, `${machineArn}-gone`).start(input('one'))).toBe(false);
    await world.closeFront();
    const workflow = stepFunctionsExecutions(world.client, machineArn);
    await expect(workflow.start(input('one'))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(workflow.find('one')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
