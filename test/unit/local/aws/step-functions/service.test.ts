import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { FunctionError } from 'local/aws/lambda/functions';
import type { Json } from 'local/json';
import { machineArn, machineOf, startStates, type States, states } from '../../../../support/aws/state-machines.ts';
import { eventually } from '../../../../support/eventually.ts';

let env: States;
beforeEach(async () => {
  env = await startStates();
});
afterEach(() => env.stop());

const arnOf = (name: string) => `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`;
const begin = (name: string, input: object = { notBefore: new Date(env.now()).toISOString() }) =>
  env.client.send(new StartExecutionCommand({ stateMachineArn: machineArn, name, input: JSON.stringify(input) }));
const describeExecution = (name: string) =>
  env.client.send(new DescribeExecutionCommand({ executionArn: arnOf(name) }));
async function end(name: string) {
  await eventually(async () => (await describeExecution(name)).status !== 'RUNNING');
  return describeExecution(name);
}

describe('the local Step Functions', () => {
  it('runs the definition, passes results on and counts transitions', async () => {
    env.steps(async (input) =>
      JSON.stringify(input).includes('round') ? { verdict: 'done' } : { verdict: 'wait', waitSeconds: 0, round: 1 },
    );
    await begin('one');
    expect(await end('one')).toMatchObject({ status: 'SUCCEEDED', output: '{"verdict":"done"}', name: 'one' });
    expect(env.invoked).toEqual([{ notBefore: expect.any(String) }, { verdict: 'wait', waitSeconds: 0, round: 1 }]);
    // The states are Begin, Step, Choice, Pause, Step, Choice, Done.
    expect(env.executions()[0]?.transitions).toBe(7);
  });

  it('fails with the definition’s own error and the cause that it points to', async () => {
    env.steps(async () => ({ verdict: 'failed', reason: 'no capacity' }));
    await begin('one');
    expect(await end('one')).toMatchObject({ status: 'FAILED', error: 'ActionFailed', cause: 'no capacity' });
  });

  it('waits on the product’s clock', async () => {
    await begin('one', { notBefore: new Date(env.now() + 1_800_000).toISOString() });
    await begin('other');
    await end('other');
    expect((await describeExecution('one')).status).toBe('RUNNING');
    env.advance(1_800_000);
    expect((await end('one')).status).toBe('SUCCEEDED');
  });

  it('shortens waits by the speed, except for timestamps', async () => {
    await env.restart(10);
    env.steps(async () => ({ verdict: 'wait', waitSeconds: 60 }));
    await begin('one', { notBefore: new Date(env.now() + 60_000).toISOString() });
    await eventually(() => env.executions().at(-1)?.next.state === 'Step');
    expect(env.executions().at(-1)?.next.wakeAtMs).toBe(env.now() + 60_000);
    env.advance(60_000);
    await eventually(() => (env.executions().at(-1)?.next.wakeAtMs ?? 0) > env.now());
    expect(env.executions().at(-1)?.next.wakeAtMs).toBe(env.now() + 6000);
  });

  it('retries a failing function as the definition says', async () => {
    await env.restart(100);
    env.steps(async () => {
      throw new FunctionError('Error', 'no table');
    });
    await begin('one');
    const failed = await end('one');
    expect(failed).toMatchObject({ status: 'FAILED', error: 'Error' });
    expect(failed.cause).toContain('no table');
    expect(env.invoked).toHaveLength(3);
  });

  it.each([
    // Step Functions puts the name of Lambda before the errors of the service, and not before those of a function.
    ['Lambda.TooManyRequestsException', 'TooManyRequestsException', 3],
    ['TooManyRequestsException', 'TooManyRequestsException', 1],
    ['Lambda.TypeError', 'TypeError', 1],
    ['TypeError', 'TypeError', 3],
  ])('with a retry of %s calls a function that fails with %s %d times', async (retried, errorType, calls) => {
    const retry = [{ ErrorEquals: [retried], IntervalSeconds: 2, MaxAttempts: 2, BackoffRate: 2 }];
    await env.restart(100, { Step: { ...states.Step, Retry: retry } });
    env.steps(async () => {
      throw new FunctionError(errorType, 'refused');
    });
    await begin('one');
    expect((await end('one')).status).toBe('FAILED');
    expect(env.invoked).toHaveLength(calls);
  });

  it('stops an execution even when its function returns later', async () => {
    const { promise, resolve } = Promise.withResolvers<Json>();
    env.steps(() => promise);
    await begin('one');
    await eventually(() => env.invoked.length === 1);
    await env.client.send(new StopExecutionCommand({ executionArn: arnOf('one'), cause: 'Stopped by Ann.' }));
    env.steps(async () => ({ verdict: 'done' }));
    resolve({ verdict: 'wait', waitSeconds: 0 });
    await begin('two');
    await end('two');
    expect(env.invoked).toHaveLength(2);
    expect(await describeExecution('one')).toMatchObject({ status: 'ABORTED', cause: 'Stopped by Ann.' });
    await env.client.send(new StopExecutionCommand({ executionArn: arnOf('one') }));
    expect((await describeExecution('one')).cause).toBe('Stopped by Ann.');
  });

  it('times out', async () => {
    env.steps(async () => ({ verdict: 'wait', waitSeconds: 1_000_000 }));
    await begin('one');
    await eventually(() => env.executions()[0]?.next.state === 'Step' && env.invoked.length === 1);
    env.advance(3_600_000);
    expect((await end('one')).status).toBe('TIMED_OUT');
  });

  it('continues from the last wait after a restart', async () => {
    env.steps(async () => ({ verdict: 'wait', waitSeconds: 30, round: env.invoked.length }));
    await begin('one');
    await eventually(() => (env.executions()[0]?.next.wakeAtMs ?? 0) > env.now());
    env.steps(async () => ({ verdict: 'done' }));
    await env.restart();
    expect((await describeExecution('one')).status).toBe('RUNNING');
    env.advance(30_000);
    expect((await end('one')).status).toBe('SUCCEEDED');
    expect(env.invoked.at(-1)).toEqual({ verdict: 'wait', waitSeconds: 30, round: 1 });
  });

  it('starts an execution idempotently by name and input', async () => {
    env.steps(async () => ({ verdict: 'wait', waitSeconds: 600 }));
    const [one, again] = [await begin('one'), await begin('one')];
    expect(again).toMatchObject({ executionArn: one.executionArn, startDate: one.startDate });
    expect(env.executions()).toHaveLength(1);
    await expect(begin('one', { other: 1 })).rejects.toMatchObject({
      name: 'ExecutionAlreadyExists',
      message: `Execution Already Exists: '${arnOf('one')}'`,
    });
  });

  it('has the error messages of AWS', async () => {
    await expect(describeExecution('none')).rejects.toMatchObject({
      name: 'ExecutionDoesNotExist',
      message: `Execution Does Not Exist: '${arnOf('none')}'`,
    });
    await expect(begin('not a name')).rejects.toMatchObject({ name: 'InvalidName' });
    const start = (input: string, stateMachineArn = machineArn) =>
      env.client.send(new StartExecutionCommand({ stateMachineArn, name: 'one', input }));
    await expect(start('{}', `${machineArn}2`)).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' });
    await expect(start('{}', 'arn:other')).rejects.toMatchObject({ name: 'InvalidArn' });
    const withoutArn = new DescribeExecutionCommand({ executionArn: 'one' });
    await expect(env.client.send(withoutArn)).rejects.toMatchObject({ name: 'InvalidArn' });
    await expect(start('{')).rejects.toMatchObject({ name: 'InvalidExecutionInput' });
    // docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html allows 256 KiB.
    await expect(start(`"${'x'.repeat(262_143)}"`)).rejects.toMatchObject({ name: 'InvalidExecutionInput' });
    await expect(env.client.send(new ListExecutionsCommand({}))).rejects.toThrow('states:ListExecutions');
  });

  it.each<[string, object]>([
    ['a service integration', { Step: { ...states.Step, Resource: 'arn:aws:states:::lambda:invoke' } }],
    ['JSONata', { Step: { ...states.Step, QueryLanguage: 'JSONata' } }],
    ['a kind of state that it does not run', { Done: { Type: 'Pass', End: true } }],
    ['a rule that it does not know', { Pause: { ...states.Pause, InputPath: '$.a' } }],
  ])('does not start with %s', (_, change) => {
    expect(() => machineOf(change)).toThrow('cannot execute the state machine Actions');
  });
});
