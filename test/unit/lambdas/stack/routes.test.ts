import { describe, expect, it } from '@jest/globals';
import { AppError } from 'lambdas/platform/app-error';
import { findConfiguredStack } from 'lambdas/stack/stack-list';
import { allRights } from 'lambdas/stack/rights/rights';
import { moveStop } from 'lambdas/stack/workflow/move-stop';
import { oddIds } from '../../../support/contract/odd-ids.ts';
import { useStackTestEnvironment } from './stack-test-environment.ts';

const env = await useStackTestEnvironment();

const noAnswer = () => Promise.reject(new AppError('unavailable', 'no answer'));

describe('a stack', () => {
  it('is null and has no events when it was never created', async () => {
    const name = env.newStack();
    expect(await env.api.description(name)).toEqual({ awsStackInfo: null, actionLogs: [], rights: allRights });
    expect(await env.api.detail(name)).toEqual({
      awsStackInfo: null,
      actionLogs: [],
      lastEvents: [],
      rights: allRights,
      isOwner: false,
      license: null,
      plan: { nextStart: null, missed: null },
    });
  });

  it('is not found when it is not configured, and causes no call to AWS', async () => {
    const before = env.cloudFormation.calls();
    const started = env.executions.started.length;
    const { api } = env;
    const strange = ['HomePage', '*', '../prod', '%2e%2e', 'x'.repeat(129), ...oddIds];
    for (const ask of [api.description, api.detail, api.start, api.restart, api.stop]) {
      for (const name of strange) await expect(ask(name)).rejects.toMatchObject({ code: 'notFound', detail: {} });
    }
    expect(env.cloudFormation.calls()).toEqual(before);
    expect(env.executions.started).toHaveLength(started);
  });

  it('shows its status, its price and its scheduled stop', async () => {
    const name = env.newStack({ parameters: { Motd: 'hi & <welcome>' } });
    const { actionTime } = await env.api.start(name);
    await env.finish();
    env.clock.advance(10_000);
    const { awsStackInfo, actionLogs, lastEvents } = await env.api.detail(name);
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
    const { awsStackInfo: onCard } = await env.api.description(name);
    expect(onCard).toEqual({ ...awsStackInfo, events: [] });
  });

  it('shows its last events after its deletion', async () => {
    const name = await env.startedStack();
    await env.api.stop(name);
    await env.finish();
    env.clock.advance(10_000);
    const { awsStackInfo, lastEvents } = await env.api.detail(name);
    expect(awsStackInfo).toBeNull();
    expect(lastEvents[0]).toMatchObject({ logicalResourceId: name, resourceStatus: 'DELETE_COMPLETE' });
    expect(lastEvents.some(({ resourceStatus }) => resourceStatus === 'CREATE_COMPLETE')).toBe(true);
  });

  it('shows its last 5 actions on a card, and 20 on its page, newest first', async () => {
    const name = await env.startedStack();
    for (let actions = 1; actions < 22; actions++) {
      await env.api.start(name);
      await env.finish();
      env.clock.advance(1000);
    }
    const { actionLogs: onCard } = await env.api.description(name);
    const { actionLogs: onPage } = await env.api.detail(name);
    expect([onCard.length, onPage.length]).toEqual([5, 20]);
    const times = onPage.map(({ actionTime }) => actionTime);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });

  it.each(['throttled', 'denied'])('is unavailable, and never missing, while CloudFormation is %s', async (how) => {
    const name = env.newStack();
    if (how === 'throttled') env.cloudFormation.setMode('throttled');
    else env.deny(true);
    for (const ask of [env.api.description, env.api.detail])
      await expect(ask(name)).rejects.toMatchObject({
        code: 'unavailable',
        detail: { retryAfterSeconds: expect.any(Number) },
      });
    env.cloudFormation.setMode('normal');
    env.deny(false);
    env.clock.advance(6000);
    expect((await env.api.description(name)).awsStackInfo).toBeNull();
  });

  it.each(['throttled', 'denied'])(
    'keeps its last known state and its logs while CloudFormation is %s',
    async (how) => {
      const name = await env.startedStack();
      const seenAt = env.clock.now();
      const before = await env.api.detail(name);
      expect(before).not.toHaveProperty('outdatedSince');
      env.clock.advance(60_000);
      if (how === 'throttled') env.cloudFormation.setMode('throttled');
      else env.deny(true);
      expect(await env.api.detail(name)).toEqual({ ...before, outdatedSince: seenAt });
      const { awsStackInfo, actionLogs, outdatedSince } = await env.api.description(name);
      expect({ ...awsStackInfo, events: before.lastEvents }).toEqual(before.awsStackInfo);
      expect([actionLogs, outdatedSince]).toEqual([before.actionLogs, seenAt]);
      // The log shows an action that begins meanwhile.
      const stop = await env.api.stop(name);
      expect((await env.api.detail(name)).actionLogs[0]).toEqual(stop);
      env.cloudFormation.setMode('normal');
      env.deny(false);
      env.clock.advance(6000);
      expect(await env.api.detail(name)).not.toHaveProperty('outdatedSince');
    },
  );

  it('keeps its stored events while CloudFormation tells only its state', async () => {
    const name = await env.startedStack();
    const seenAt = env.clock.now();
    const { lastEvents } = await env.api.detail(name);
    await env.deleteByHand(name);
    env.clock.advance(5000);
    const detail = await env.apiWith({ stacks: { ...env.stacks, listEvents: noAnswer } }).detail(name);
    expect(detail).toMatchObject({ awsStackInfo: { stackStatus: 'DELETE_IN_PROGRESS' }, outdatedSince: seenAt });
    expect(detail.lastEvents).toEqual(lastEvents);
  });

  it('has no old state for a change of it, whose decision needs the present one', async () => {
    const name = await env.startedStack();
    const { awsStackInfo } = await env.api.detail(name);
    env.clock.advance(60_000);
    env.cloudFormation.setMode('throttled');
    const move = { fromMs: awsStackInfo?.stopsAt ?? 0, untilMs: env.clock.now() + 600_000 };
    const stack = await findConfiguredStack(env.ports, name);
    const ann = { name: 'Ann', userId: 'cognito|ann' };
    await expect(moveStop(env.ports, stack, ann, move)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(limitedTo(name).start(env.newStack())).rejects.toMatchObject({ code: 'unavailable' });
  });
});

/** At most one stack may run, and this one may be running. */
const limitedTo = (running: string) =>
  env.apiWith({
    configured: async () =>
      (await env.ports.configured()).filter(({ name }, index, all) => name === running || index === all.length - 1),
    maxRunningStacks: 1,
  });

/** Configures two stacks, of which one may run at a time. */
function limited() {
  const names = [env.newStack(), env.newStack()];
  const configured = async () => (await env.ports.configured()).filter(({ name }) => names.includes(name));
  const [one = '', other = ''] = names;
  return { one, other, api: env.apiWith({ configured, maxRunningStacks: 1 }) };
}

describe('the limit on running stacks', () => {
  it('refuses another start and names the running stacks until one is stopped', async () => {
    const { one, other, api } = limited();
    await api.start(one);
    await expect(api.start(other)).rejects.toMatchObject({
      code: 'tooMany',
      message: `Only one stack may run at a time. Stop ${one} first.`,
      detail: { retryAfterSeconds: expect.any(Number) },
    });
    await env.finish();
    env.clock.advance(10_000);
    await expect(api.restart(other)).rejects.toMatchObject({ code: 'tooMany' });
    expect(await api.restart(one)).toMatchObject({ action: 'RESTART' });
    await api.stop(one);
    await env.finish();
    env.clock.advance(10_000);
    expect(await api.start(other)).toMatchObject({ action: 'START' });
  });

  it('admits one of two concurrent starts', async () => {
    const { one, other, api } = limited();
    const answers = await Promise.allSettled([api.start(one), api.start(other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'tooMany' } });
  });

  it('counts from zero when the stored count is damaged', async () => {
    const { one, other, api } = limited();
    await env.overwriteItem('STACKS', 'STARTS', { starts: 'many' });
    expect(await api.start(one)).toMatchObject({ action: 'START' });
    await expect(api.start(other)).rejects.toMatchObject({ code: 'tooMany' });
  });

  it('never refuses a stop', async () => {
    const { one, other, api } = limited();
    await api.start(one);
    expect(await api.stop(other)).toMatchObject({ action: 'STOP' });
  });
});

describe('the hours of a stack', () => {
  it("count this month's uptime, up to now while it is up", async () => {
    const hourMs = 3_600_000;
    const name = await env.startedStack();
    env.clock.advance(Date.UTC(2026, 3, 1, 5) - env.clock.now());
    const costs = async () => {
      const { month, stacks } = await env.api.costs();
      const { hours, actions, hourlyPrice } = stacks.find(({ stackName }) => stackName === name) ?? {};
      return [month, hours, actions, hourlyPrice];
    };
    expect(await costs()).toEqual(['2026-04', 5, 0, 0.02]);
    env.clock.advance(hourMs);
    await env.api.start(name);
    expect(await costs()).toEqual(['2026-04', 6, 1, 0.02]);
  });

  it('end at a deletion elsewhere, and continue with the next start', async () => {
    const minuteMs = 60_000;
    const name = await env.startedStack({ maxUptimeHours: 0 });
    const hours = async () =>
      (await env.api.costs()).stacks.find(({ stackName }) => stackName === name)?.hours.toFixed(1);
    env.clock.advance(30 * minuteMs);
    await env.deleteByHand(name);
    env.clock.advance(60 * minuteMs);
    await env.api.description(name);
    expect(await hours()).toBe('0.5');
    env.clock.advance(30 * minuteMs);
    await env.api.restart(name);
    await env.finish();
    expect(await hours()).toBe('0.5');
    env.clock.advance(30 * minuteMs);
    expect(await hours()).toBe('1.0');
  });
});
