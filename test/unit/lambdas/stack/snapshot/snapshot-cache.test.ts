import { describe, expect, it, jest } from '@jest/globals';
import { stepWorker } from 'lambdas/stack/actions/step-worker';
import type { StepInput } from 'lambdas/stack/actions/step-input';
import { openStackWorld } from '../stack-test-environment.ts';

const world = await openStackWorld();

/** A minute of ten tabs, each of which asks every five seconds, and of the workflow, which comes by itself. */
async function pollForAMinute(name: string, workflow = async () => {}) {
  const asked = () => [world.calls('DescribeStacks', name), world.calls('DescribeStackEvents', name)];
  const [stacks = 0, events = 0] = asked();
  for (let beat = 0; beat < 120; beat++) {
    await workflow();
    await world.api.detail(name);
    world.clock.advance(500);
  }
  const [stacksNow = 0, eventsNow = 0] = asked();
  return { stacks: stacksNow - stacks, events: eventsNow - events };
}

/** A stop that is asked for after two seconds, and a step as often as it asks for, each of which takes half a second. */
function stopOf(name: string) {
  let dueMs = world.clock.now() + 2_000;
  let input: StepInput | undefined;
  return async () => {
    if (world.clock.now() < dueMs) return;
    if (!input) await world.api.stop(name);
    const output = await world.step(input ?? world.lastStarted());
    input = output;
    dueMs = output.verdict === 'wait' ? world.clock.now() + output.waitSeconds * 1000 + 500 : Infinity;
  };
}

const refuseToWait = () => Promise.reject(new Error('it waits'));

describe('pages that look at a stack', () => {
  it('ask CloudFormation twelve times a minute, however many they are, and once for the events of a stack at rest', async () => {
    expect(await pollForAMinute(await world.launched())).toEqual({ stacks: 12, events: 1 });
  });

  it('ask it no oftener together with the workflow of an action, which sees its end in time all the same', async () => {
    const name = await world.launched();
    world.cloudFormation.setMode('slow');
    const workflow = stopOf(name);
    for (let minutes = 0; minutes < 2; minutes++)
      expect((await pollForAMinute(name, workflow)).stacks).toBeLessThanOrEqual(12);
    const { actionLogs, lastEvents } = await world.api.detail(name);
    expect(actionLogs[0]).toMatchObject({ action: 'STOP', syncStatus: 'SUCCEEDED' });
    // A step, and what it has seen is five seconds old at most.
    expect((actionLogs[0]?.syncTime ?? Infinity) - (lastEvents[0]?.timestamp ?? 0)).toBeLessThanOrEqual(15_500);
  });

  it('ask it no oftener when it has just been asked in vain', async () => {
    const name = await world.launched();
    world.cloudFormation.setMode('throttled');
    const before = world.calls('DescribeStacks', name);
    await Promise.allSettled(Array.from({ length: 10 }, () => world.api.description(name)));
    expect(world.calls('DescribeStacks', name) - before).toBe(1);
  });

  it('need not wait for one who is still asking, as long as what was seen last is recent', async () => {
    const name = await world.launched();
    const asking = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow: typeof world.stacks.findStack = async (stackName) => {
      asking.resolve();
      await released.promise;
      return world.stacks.findStack(stackName);
    };
    await world.api.description(name);
    world.clock.advance(6000);
    const first = world.apiWith({ stacks: { ...world.stacks, findStack: slow } }).description(name);
    await asking.promise;
    const { awsStackInfo } = await world.apiWith({ wait: refuseToWait }).description(name);
    expect(awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
    released.resolve();
    await first;
  });

  it.each(['a page', 'a step'])('never take an answer for news that %s has asked for before another', async (who) => {
    const name = await world.launched();
    const findStack: typeof world.stacks.findStack = async (stackName) => {
      const found = await world.stacks.findStack(stackName);
      world.clock.advance(1);
      await world.store.putSnapshot(name, { seenAtMs: world.clock.now(), stack: null, stackId: null });
      world.clock.advance(1);
      return found;
    };
    const stacks = { ...world.stacks, findStack };
    await world.api.start(name);
    if (who === 'a page') await world.apiWith({ stacks }).description(name);
    else await stepWorker({ ...world.stepPorts, stacks })(world.lastStarted());
    expect((await world.api.description(name)).awsStackInfo).toBeNull();
  });

  it('wait until somebody else’s question is overdue, and then ask themselves', async () => {
    const name = await world.launched();
    world.cloudFormation.setMode('throttled');
    await expect(world.api.description(name)).rejects.toMatchObject({ code: 'unavailable' });
    world.cloudFormation.setMode('normal');
    const api = world.apiWith({ wait: async (ms) => world.clock.advance(ms) });
    expect((await api.description(name)).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
  });

  it.each(['seenAtMs', 'claimedUntilMs'])('ask again where the %s of the last answer cannot be read', async (name) => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const stackName = await world.launched();
    await world.spoils(`STACK#${stackName}`, 'SIGHT', { seenAtMs: 0, stack: null, [name]: 'soon' });
    expect((await world.api.description(stackName)).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
    jest.restoreAllMocks();
  });

  it('take the word of the workflow’s own steps, and lend it theirs for five seconds', async () => {
    const name = await world.launched();
    const described = async (work: Promise<unknown>) => {
      const before = world.calls('DescribeStacks', name);
      await work;
      return world.calls('DescribeStacks', name) - before;
    };
    await world.api.stop(name);
    const input = world.lastStarted();
    expect(await described(world.step(input))).toBe(1);
    expect(await described(world.api.description(name))).toBe(0);
    world.clock.advance(5_000);
    expect(await described(world.api.description(name))).toBe(1);
    world.clock.advance(4_999);
    expect(await described(world.step(input))).toBe(0);
    // What was seen before this step is no news for the next one.
    world.cloudFormation.setMode('slow');
    expect(await described(world.step(input))).toBe(1);
    world.clock.advance(10_000);
    expect(await described(world.api.description(name))).toBe(1);
    world.clock.advance(5_000);
    expect(await described(world.step(input))).toBe(1);
  });

  it('tell the workflow nothing by what they saw before it had changed the stack', async () => {
    const name = await world.launched();
    const seen = (await world.stacks.findStack(name)) ?? null;
    const deleteStack: typeof world.stacks.deleteStack = async (stackId) => {
      world.clock.advance(1);
      await world.store.putSnapshot(name, { seenAtMs: world.clock.now(), stack: seen, stackId });
      world.clock.advance(1);
      return world.stacks.deleteStack(stackId);
    };
    await world.api.stop(name);
    const output = await stepWorker({ ...world.stepPorts, stacks: { ...world.stacks, deleteStack } })(
      world.lastStarted(),
    );
    await world.step(output);
    expect(world.calls('DeleteStack', name)).toBe(1);
  });
});
