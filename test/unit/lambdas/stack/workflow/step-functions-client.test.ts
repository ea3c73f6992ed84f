import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stepFunctionsExecutions } from 'lambdas/stack/workflow/step-functions-client';
import { FunctionError } from 'local/aws/lambda/functions';
import { machineArn, startStates, type States } from '../../../../support/aws/state-machines.ts';
import { eventually } from '../../../../support/eventually.ts';

let env: States;
beforeEach(async () => {
  env = await startStates();
});
afterEach(() => env.stop());

const end = (name: string) =>
  eventually(() => env.executions().find((each) => each.name === name)?.status !== 'RUNNING');

const input = (actionId: string) => ({
  actionId,
  stackName: 'game',
  action: 'STOP' as const,
  by: 'Ann',
  userId: null,
  notBefore: new Date(env.now()).toISOString(),
  plannedBy: null,
  stopsAtMs: null,
  quietUntilMs: 0,
  deleteRetried: false,
  unreachable: 0,
  failures: 0,
  archive: { tries: 0, sentAtMs: null },
});

describe('the Step Functions client', () => {
  it('starts an execution once, stops it and finds its result', async () => {
    env.steps(async () => ({ verdict: 'wait', waitSeconds: 600 }));
    const workflow = stepFunctionsExecutions(env.client, machineArn);
    expect(await workflow.find('one')).toBeUndefined();
    expect(await workflow.start(input('one'))).toBe(true);
    expect(await workflow.start(input('one'))).toBe(true);
    expect(await workflow.find('one')).toEqual({ status: 'RUNNING', cause: null });
    await workflow.stop('one', 'Stopped by Ann.');
    expect(await workflow.find('one')).toEqual({ status: 'ABORTED', cause: 'Stopped by Ann.' });
    expect(await workflow.start(input('one'))).toBe(true);
    expect(env.executions()).toHaveLength(1);
    await expect(workflow.stop('none', 'x')).resolves.toBeUndefined();
  });

  it('returns the reason of a failed action, but not the error of a crashed function', async () => {
    const workflow = stepFunctionsExecutions(env.client, machineArn);
    env.steps(async () => ({ verdict: 'failed', reason: 'no capacity' }));
    await workflow.start(input('one'));
    await end('one');
    expect(await workflow.find('one')).toEqual({ status: 'FAILED', cause: 'no capacity' });
    await env.restart(100);
    env.steps(async () => {
      throw new FunctionError('TypeError', 'at /var/task/index.js');
    });
    await workflow.start(input('other'));
    await end('other');
    expect(await workflow.find('other')).toEqual({ status: 'FAILED', cause: null });
  });

  it('tells a refusal from an unknown result', async () => {
    expect(await stepFunctionsExecutions(env.client, `${machineArn}-gone`).start(input('one'))).toBe(false);
    await env.closeFront();
    const workflow = stepFunctionsExecutions(env.client, machineArn);
    await expect(workflow.start(input('one'))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(workflow.find('one')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
