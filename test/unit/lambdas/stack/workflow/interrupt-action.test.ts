import { describe, expect, it } from '@jest/globals';
import type { StackReader, StackWriter } from 'lambdas/stack/ports';
import { stepWorker } from 'lambdas/stack/workflow/step-worker';
import { stopIdleServer } from 'lambdas/stack/watch/stop-idle-server';
import { useStackTestEnvironment } from '../stack-test-environment.ts';

const env = await useStackTestEnvironment();

const says = (stackName: string, stackId: string) => stopIdleServer(env.ports, { detail: { stackName, stackId } });
const idOf = async (name: string) => (await env.stacks.findStack(name))?.stackId ?? '';

const startedFor = (name: string) =>
  env.executions.started.filter(({ stackName, plannedBy }) => stackName === name && plannedBy === null);

describe('concurrent requests', () => {
  it('begin one action for twenty starts', async () => {
    const name = env.newStack();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => env.api.start(name)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status === 'rejected'))
      expect(answer).toMatchObject({
        reason: { code: 'conflict', detail: { current: { action: 'START', syncStatus: 'RUNNING', by: 'Ann' } } },
      });
    expect(startedFor(name)).toHaveLength(1);
    await env.finish();
    expect(env.calls('CreateStack', name)).toBe(1);
    expect(await env.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }]);
  });

  it('stop the stack when a start and a stop come in any order', async () => {
    const name = env.newStack();
    await Promise.allSettled([env.api.start(name), env.api.stop(name)]);
    for (const input of startedFor(name)) await env.drive(input);
    const [last, ...others] = await env.logs(name);
    expect(last).toMatchObject({ action: 'STOP', syncStatus: 'SUCCEEDED' });
    expect(others.filter(({ syncStatus }) => syncStatus !== 'ABORTED')).toEqual([]);
    expect(await env.statusOf(name)).toBeNull();
  });
});

/** Interrupts the first step of a start with a stop, at this call to CloudFormation. */
async function stopDuring(call: 'findStack' | 'createStack') {
  const name = env.newStack();
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const waits = async () => {
    reached.resolve();
    await released.promise;
  };
  const stacks: StackReader & StackWriter = { ...env.stacks };
  if (call === 'findStack') stacks.findStack = (stackName) => waits().then(() => env.stacks.findStack(stackName));
  else stacks.createStack = (...given) => waits().then(() => env.stacks.createStack(...given));
  await env.api.start(name);
  const step = stepWorker({ ...env.stepPorts, stacks })(env.lastStarted());
  await reached.promise;
  await env.api.stop(name);
  const goOn = () => {
    released.resolve();
    return step;
  };
  return { name, goOn, stop: env.lastStarted() };
}

describe('a stop', () => {
  it.each(['start', 'restart'] as const)('interrupts a %s, whose late steps change nothing', async (action) => {
    const name = action === 'start' ? env.newStack() : await env.startedStack();
    await env.api[action](name);
    const old = env.lastStarted();
    await env.step(old);
    expect(await env.api.stop(name)).toMatchObject({ action: 'STOP', syncStatus: 'RUNNING' });
    const [created, deleted] = [env.calls('CreateStack', name), env.calls('DeleteStack', name)];
    expect(await env.step(old)).toMatchObject({ verdict: 'done' });
    expect([env.calls('CreateStack', name), env.calls('DeleteStack', name)]).toEqual([created, deleted]);
    expect(env.executions.statusOf(old.actionId)).toBe('ABORTED');
    await env.finish();
    expect((await env.logs(name)).slice(0, 2)).toMatchObject([
      { action: 'STOP', syncStatus: 'SUCCEEDED' },
      { action: action.toUpperCase(), syncStatus: 'ABORTED', reason: 'Stopped by Ann.' },
    ]);
    expect(await env.statusOf(name)).toBeNull();
  });

  it('is never interrupted', async () => {
    const name = await env.startedStack();
    await env.api.stop(name);
    for (const ask of [env.api.start, env.api.restart, env.api.stop])
      await expect(ask(name)).rejects.toMatchObject({ code: 'conflict', detail: { current: { action: 'STOP' } } });
  });

  it('interrupts a step between its read and its change, which then changes nothing', async () => {
    const { name, goOn } = await stopDuring('findStack');
    expect(await goOn()).toMatchObject({ verdict: 'done' });
    expect(env.calls('CreateStack', name)).toBe(0);
  });

  it('waits for a start that is about to create the stack, and deletes it', async () => {
    const { name, goOn, stop } = await stopDuring('createStack');
    expect(await env.step(stop)).toMatchObject({ verdict: 'wait' });
    await goOn();
    await env.drive(stop);
    expect(await env.logs(name)).toMatchObject([
      { action: 'STOP', syncStatus: 'SUCCEEDED' },
      { syncStatus: 'ABORTED' },
    ]);
    expect(await env.statusOf(name)).toBeNull();
  });
});

describe('an idle server', () => {
  it('is stopped once for repeated requests', async () => {
    const name = await env.startedStack();
    const stackId = await idOf(name);
    await Promise.all([says(name, stackId), says(name, stackId)]);
    await says(name, stackId);
    await env.finish();
    await says(name, stackId);
    expect(await env.logs(name)).toMatchObject([
      { action: 'STOP', by: 'idle', syncStatus: 'SUCCEEDED' },
      { action: 'START', by: 'Ann' },
    ]);
    expect(await env.statusOf(name)).toBeNull();
  });

  it('does not interrupt a restart, and does not stop a later server', async () => {
    const name = await env.startedStack();
    const stackId = await idOf(name);
    await env.api.restart(name);
    await says(name, stackId);
    await env.finish();
    env.clock.advance(10_000);
    await says(name, stackId);
    expect(await env.logs(name)).toMatchObject([{ action: 'RESTART', syncStatus: 'SUCCEEDED' }, { action: 'START' }]);
    expect(await env.statusOf(name)).toBe('CREATE_COMPLETE');
  });

  it('is not stopped again while it stops', async () => {
    const name = await env.startedStack();
    const stackId = await idOf(name);
    await env.deleteByHand(name);
    await says(name, stackId);
    expect(await env.logs(name)).toMatchObject([{ action: 'START' }]);
  });

  it('is ignored when its stack is not configured', async () => {
    const started = env.executions.started.length;
    await says('HomePage', 'arn:site');
    expect(env.executions.started).toHaveLength(started);
    expect(env.calls('DescribeStacks', 'HomePage')).toBe(0);
  });
});
