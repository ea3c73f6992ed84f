import { describe, expect, it } from '@jest/globals';
import type { StepPorts } from 'lambdas/stack/ports';
import { stepWorker } from 'lambdas/stack/actions/step-worker';
import { stopIdleServer } from 'lambdas/stack/players/stop-idle-server';
import { openStackWorld } from '../stack-test-environment.ts';

const world = await openStackWorld();

const says = (stackName: string, stackId: string) => stopIdleServer(world.ports, { detail: { stackName, stackId } });
const idOf = async (name: string) => (await world.stacks.findStack(name))?.stackId ?? '';

const startedFor = (name: string) =>
  world.executions.started.filter(({ stackName, plannedBy }) => stackName === name && plannedBy === null);

describe('pressed together', () => {
  it('twenty starts are one start', async () => {
    const name = world.newStack();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => world.api.start(name)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status === 'rejected'))
      expect(answer).toMatchObject({
        reason: { code: 'conflict', detail: { current: { action: 'START', syncStatus: 'RUNNING', by: 'Ann' } } },
      });
    expect(startedFor(name)).toHaveLength(1);
    await world.finish();
    expect(world.calls('CreateStack', name)).toBe(1);
    expect(await world.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }]);
  });

  it('start and stop end stopped, whichever is first', async () => {
    const name = world.newStack();
    await Promise.allSettled([world.api.start(name), world.api.stop(name)]);
    for (const input of startedFor(name)) await world.drive(input);
    const [last, ...others] = await world.logs(name);
    expect(last).toMatchObject({ action: 'STOP', syncStatus: 'SUCCEEDED' });
    expect(others.filter(({ syncStatus }) => syncStatus !== 'ABORTED')).toEqual([]);
    expect(await world.statusOf(name)).toBeNull();
  });
});

/** A start's first step has come to this call of CloudFormation, and then somebody presses Stop. */
async function stopDuring(call: 'findStack' | 'createStack') {
  const name = world.newStack();
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const waits = async () => {
    reached.resolve();
    await released.promise;
  };
  const stacks: StepPorts['stacks'] = { ...world.stacks };
  if (call === 'findStack') stacks.findStack = (stackName) => waits().then(() => world.stacks.findStack(stackName));
  else stacks.createStack = (...given) => waits().then(() => world.stacks.createStack(...given));
  await world.api.start(name);
  const step = stepWorker({ ...world.stepPorts, stacks })(world.lastStarted());
  await reached.promise;
  await world.api.stop(name);
  const goOn = () => {
    released.resolve();
    return step;
  };
  return { name, goOn, stop: world.lastStarted() };
}

describe('a stop', () => {
  it.each(['start', 'restart'] as const)('takes over from a %s, whose late steps change nothing', async (action) => {
    const name = action === 'start' ? world.newStack() : await world.launched();
    await world.api[action](name);
    const old = world.lastStarted();
    await world.step(old);
    expect(await world.api.stop(name)).toMatchObject({ action: 'STOP', syncStatus: 'RUNNING' });
    const [created, deleted] = [world.calls('CreateStack', name), world.calls('DeleteStack', name)];
    expect(await world.step(old)).toMatchObject({ verdict: 'done' });
    expect([world.calls('CreateStack', name), world.calls('DeleteStack', name)]).toEqual([created, deleted]);
    expect(world.executions.statusOf(old.actionId)).toBe('ABORTED');
    await world.finish();
    expect((await world.logs(name)).slice(0, 2)).toMatchObject([
      { action: 'STOP', syncStatus: 'SUCCEEDED' },
      { action: action.toUpperCase(), syncStatus: 'ABORTED', reason: 'Stopped by Ann.' },
    ]);
    expect(await world.statusOf(name)).toBeNull();
  });

  it('is never taken over', async () => {
    const name = await world.launched();
    await world.api.stop(name);
    for (const ask of [world.api.start, world.api.restart, world.api.stop])
      await expect(ask(name)).rejects.toMatchObject({ code: 'conflict', detail: { current: { action: 'STOP' } } });
  });

  it('takes over from a step that has looked and done nothing yet, which does nothing any more', async () => {
    const { name, goOn } = await stopDuring('findStack');
    expect(await goOn()).toMatchObject({ verdict: 'done' });
    expect(world.calls('CreateStack', name)).toBe(0);
  });

  it('waits for a start that is about to create the stack, and then deletes it', async () => {
    const { name, goOn, stop } = await stopDuring('createStack');
    expect(await world.step(stop)).toMatchObject({ verdict: 'wait' });
    await goOn();
    await world.drive(stop);
    expect(await world.logs(name)).toMatchObject([
      { action: 'STOP', syncStatus: 'SUCCEEDED' },
      { syncStatus: 'ABORTED' },
    ]);
    expect(await world.statusOf(name)).toBeNull();
  });
});

describe('a server on which nobody plays', () => {
  it('is stopped once, however often it says so', async () => {
    const name = await world.launched();
    const stackId = await idOf(name);
    await Promise.all([says(name, stackId), says(name, stackId)]);
    await says(name, stackId);
    await world.finish();
    await says(name, stackId);
    expect(await world.logs(name)).toMatchObject([
      { action: 'STOP', by: 'idle', syncStatus: 'SUCCEEDED' },
      { action: 'START', by: 'Ann' },
    ]);
    expect(await world.statusOf(name)).toBeNull();
  });

  it('ends no restart, which brings another server, and no later server', async () => {
    const name = await world.launched();
    const stackId = await idOf(name);
    await world.api.restart(name);
    await says(name, stackId);
    await world.finish();
    world.clock.advance(10_000);
    await says(name, stackId);
    expect(await world.logs(name)).toMatchObject([{ action: 'RESTART', syncStatus: 'SUCCEEDED' }, { action: 'START' }]);
    expect(await world.statusOf(name)).toBe('CREATE_COMPLETE');
  });

  it('is not stopped once more while it is on its way out', async () => {
    const name = await world.launched();
    const stackId = await idOf(name);
    await world.deleteByHand(name);
    await says(name, stackId);
    expect(await world.logs(name)).toMatchObject([{ action: 'START' }]);
  });

  it('is not heard under a name that nobody has configured', async () => {
    const started = world.executions.started.length;
    await says('HomePage', 'arn:site');
    expect(world.executions.started).toHaveLength(started);
    expect(world.calls('DescribeStacks', 'HomePage')).toBe(0);
  });
});
