import { describe, expect, it } from '@jest/globals';
import { openStackWorld } from './stack-test-environment.ts';

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
    expect(onCard).toEqual({ ...awsStackInfo, events: [] });
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

  it('counts anew when nobody can read the count', async () => {
    const { one, other, api } = limited();
    await world.spoils('STACKS', 'STARTS', { starts: 'many' });
    expect(await api.start(one)).toMatchObject({ action: 'START' });
    await expect(api.start(other)).rejects.toMatchObject({ code: 'tooMany' });
  });

  it('never keeps anybody from stopping', async () => {
    const { one, other, api } = limited();
    await api.start(one);
    expect(await api.stop(other)).toMatchObject({ action: 'STOP' });
  });
});

describe('the hours of a stack', () => {
  it('are those of this month, and count on while it is there', async () => {
    const hourMs = 3_600_000;
    const name = await world.launched();
    world.clock.advance(Date.UTC(2026, 3, 1, 5) - world.clock.now());
    const costs = async () => {
      const { month, stacks } = await world.api.costs();
      const { hours, actions, hourlyPrice } = stacks.find(({ stackName }) => stackName === name) ?? {};
      return [month, hours, actions, hourlyPrice];
    };
    expect(await costs()).toEqual(['2026-04', 5, 0, 0.02]);
    world.clock.advance(hourMs);
    await world.api.start(name);
    expect(await costs()).toEqual(['2026-04', 6, 1, 0.02]);
  });

  it('end when it was deleted elsewhere, whenever somebody sees that, and go on with its next start', async () => {
    const minuteMs = 60_000;
    const name = await world.launched({ maxUptimeHours: 0 });
    const hours = async () =>
      (await world.api.costs()).stacks.find(({ stackName }) => stackName === name)?.hours.toFixed(1);
    world.clock.advance(30 * minuteMs);
    await world.deleteByHand(name);
    world.clock.advance(60 * minuteMs);
    await world.api.description(name);
    expect(await hours()).toBe('0.5');
    world.clock.advance(30 * minuteMs);
    await world.api.restart(name);
    await world.finish();
    expect(await hours()).toBe('0.5');
    world.clock.advance(30 * minuteMs);
    expect(await hours()).toBe('1.0');
  });
});
