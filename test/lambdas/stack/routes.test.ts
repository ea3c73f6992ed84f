import { describe, expect, it } from '@jest/globals';
import type { StepInput } from 'lambdas/stack/step-input';
import { openStackWorld } from './world.ts';

const world = await openStackWorld();

describe('a stack', () => {
  it('that was never created is null, and has no events', async () => {
    const name = world.newStack();
    expect(await world.api.description(name)).toEqual({ awsStackInfo: null, actionLogs: [] });
    expect(await world.api.detail(name)).toEqual({ awsStackInfo: null, actionLogs: [], lastEvents: [] });
  });

  it('that nobody configured is not found, and reaches no call of AWS', async () => {
    const before = world.cloudFormation.calls();
    const started = world.executions.started.length;
    const { api } = world;
    for (const ask of [api.description, api.detail, api.start, api.restart, api.stop]) {
      await expect(ask('HomePage')).rejects.toMatchObject({ code: 'notFound', detail: {} });
    }
    expect(world.cloudFormation.calls()).toEqual(before);
    expect(world.executions.started).toHaveLength(started);
  });

  it('shows what it is, what it costs, and when it stops by itself', async () => {
    const name = world.newStack({ parameters: { Motd: 'hi & <welcome>' } });
    const { actionTime } = await world.api.start(name);
    await world.finish();
    world.clock.advance(10_000);
    const { awsStackInfo, actionLogs, lastEvents } = await world.api.detail(name);
    expect(awsStackInfo).toMatchObject({
      stackName: name,
      stackStatus: 'CREATE_COMPLETE',
      updateTime: null,
      hourlyPrice: 0.02,
      stopsAt: actionTime + 6 * 3_600_000,
      outputs: expect.arrayContaining([{ outputKey: 'Motd', outputValue: 'hi & <welcome>' }]),
    });
    expect(actionLogs).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED', reason: null, by: 'Ann' }]);
    expect(awsStackInfo?.events).toEqual(lastEvents);
    expect(lastEvents.map(({ logicalResourceId, resourceStatus }) => [logicalResourceId, resourceStatus])).toEqual([
      [name, 'CREATE_COMPLETE'],
      ['Server', 'CREATE_COMPLETE'],
      ['Server', 'CREATE_IN_PROGRESS'],
      ['Server', 'CREATE_IN_PROGRESS'],
      ['Firewall', 'CREATE_COMPLETE'],
      ['Firewall', 'CREATE_IN_PROGRESS'],
      ['Firewall', 'CREATE_IN_PROGRESS'],
      [name, 'CREATE_IN_PROGRESS'],
    ]);
    const { awsStackInfo: onCard } = await world.api.description(name);
    expect(onCard).toMatchObject({ stackStatus: 'CREATE_COMPLETE', outputs: [], events: [] });
  });

  it('that was just deleted still tells how it went', async () => {
    const name = await world.launched();
    await world.api.stop(name);
    await world.finish();
    world.clock.advance(10_000);
    const { awsStackInfo, lastEvents } = await world.api.detail(name);
    expect(awsStackInfo).toBeNull();
    expect(lastEvents[0]).toMatchObject({ logicalResourceId: name, resourceStatus: 'DELETE_COMPLETE' });
    expect(lastEvents.some(({ resourceStatus }) => resourceStatus === 'CREATE_COMPLETE')).toBe(true);
  });

  it('shows its last 5 actions on a card, and 20 on its page, newest first', async () => {
    const name = await world.launched();
    for (let actions = 1; actions < 22; actions++) {
      await world.api.start(name);
      await world.finish();
      world.clock.advance(1000);
    }
    const { actionLogs: onCard } = await world.api.description(name);
    const { actionLogs: onPage } = await world.api.detail(name);
    expect([onCard.length, onPage.length]).toEqual([5, 20]);
    const times = onPage.map(({ actionTime }) => actionTime);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  it.each(['throttled', 'denied'])('is unavailable, and never absent, while CloudFormation is %s', async (how) => {
    const name = await world.launched();
    if (how === 'throttled') world.cloudFormation.setMode('throttled');
    else world.deny(true);
    await expect(world.api.description(name)).rejects.toMatchObject({
      code: 'unavailable',
      detail: { retryAfterSeconds: expect.any(Number) },
    });
    await expect(world.api.detail(world.newStack())).rejects.toMatchObject({ code: 'unavailable' });
    world.cloudFormation.setMode('normal');
    world.deny(false);
    world.clock.advance(6000);
    expect((await world.api.description(name)).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
  });
});

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

/** The last action, a step as often as it asks for, each of which takes half a second. */
function workflowOf(input: StepInput) {
  let given = input;
  let dueMs = world.clock.now();
  return async () => {
    if (world.clock.now() < dueMs) return;
    const output = await world.step(given);
    given = output;
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
    // The action begins between two looks, and takes one of its own.
    await world.api.detail(name);
    world.clock.advance(2_000);
    await world.api.restart(name);
    const workflow = workflowOf(world.lastStarted());
    const minutes: number[] = [];
    const [last] = await world.logs(name);
    for (let log = last; log?.syncStatus === 'RUNNING'; [log] = await world.logs(name))
      minutes.push((await pollForAMinute(name, workflow)).stacks);
    expect(minutes.length).toBeGreaterThan(2);
    expect(Math.max(...minutes)).toBeLessThanOrEqual(12);
    const { actionLogs, lastEvents } = await world.api.detail(name);
    expect(actionLogs[0]).toMatchObject({ action: 'RESTART', syncStatus: 'SUCCEEDED' });
    // A step, and what it has seen is five seconds old at most.
    expect((actionLogs[0]?.syncTime ?? Infinity) - (lastEvents[0]?.timestamp ?? 0)).toBeLessThanOrEqual(15_500);
  });

  it('ask it no oftener when it has just been asked in vain', async () => {
    const name = await world.launched();
    world.cloudFormation.setMode('throttled');
    const before = world.calls('DescribeStacks', name);
    await Promise.allSettled(Array.from({ length: 10 }, () => world.api.description(name)));
    expect(world.calls('DescribeStacks', name) - before).toBe(1);
    world.cloudFormation.setMode('normal');
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

  it('never take an answer for news that was asked for before another', async () => {
    const name = await world.launched();
    const newer = { seenAtMs: 2_000, stack: null, stackId: null };
    await world.store.putSight('raced', newer);
    await world.store.putSight('raced', {
      seenAtMs: 1_000,
      stack: (await world.stacks.findStack(name)) ?? null,
      stackId: 'a',
    });
    expect((await world.store.getState('raced', 0)).sight).toEqual(newer);
  });

  it('wait until somebody else’s question is overdue, and then ask themselves', async () => {
    const name = await world.launched();
    world.cloudFormation.setMode('throttled');
    await expect(world.api.description(name)).rejects.toMatchObject({ code: 'unavailable' });
    world.cloudFormation.setMode('normal');
    const api = world.apiWith({ wait: async (ms) => world.clock.advance(ms) });
    expect((await api.description(name)).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
  });

  it('take the word of the workflow’s own steps', async () => {
    const name = await world.launched();
    await world.api.stop(name);
    const before = world.calls('DescribeStacks', name);
    await world.step(world.lastStarted());
    await world.api.description(name);
    expect(world.calls('DescribeStacks', name) - before).toBe(1);
  });
});

/** Two stacks of which one may run. */
function limited() {
  const names = [world.newStack(), world.newStack()];
  const configured = world.ports.configured.filter(({ name }) => names.includes(name));
  const [one = '', other = ''] = names;
  return { one, other, api: world.apiWith({ configured, maxRunningStacks: 1 }) };
}

describe('a limit on running stacks', () => {
  it('refuses one too many, names those that run, and lets them in when these are gone', async () => {
    const { one, other, api } = limited();
    await api.start(one);
    await expect(api.start(other)).rejects.toMatchObject({
      code: 'tooMany',
      message: `Only one stack may run at a time. Stop ${one} first.`,
      detail: { retryAfterSeconds: expect.any(Number) },
    });
    await world.finish();
    world.clock.advance(10_000);
    await expect(api.restart(other)).rejects.toMatchObject({ code: 'tooMany' });
    expect(await api.restart(one)).toMatchObject({ action: 'RESTART' });
    await api.stop(one);
    await world.finish();
    world.clock.advance(10_000);
    expect(await api.start(other)).toMatchObject({ action: 'START' });
  });

  it('lets one of two in that are pressed together', async () => {
    const { one, other, api } = limited();
    const answers = await Promise.allSettled([api.start(one), api.start(other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'tooMany' } });
  });

  it('never keeps anybody from stopping', async () => {
    const { one, other, api } = limited();
    await api.start(one);
    expect(await api.stop(other)).toMatchObject({ action: 'STOP' });
  });
});
