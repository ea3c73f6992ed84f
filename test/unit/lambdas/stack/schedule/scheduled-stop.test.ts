import { describe, expect, it } from '@jest/globals';
import { useStackTestEnvironment } from '../stack-test-environment.ts';

const env = await useStackTestEnvironment();

const hourMs = 3_600_000;

/** The scheduled stops of this stack, oldest first. */
const planned = (name: string) =>
  env.executions.started.filter(({ stackName, plannedBy }) => stackName === name && plannedBy !== null);
function firstPlan(name: string) {
  const [plan] = planned(name);
  if (!plan) throw new Error('no stop was planned');
  return plan;
}

describe('a scheduled stop', () => {
  it("stops a forgotten stack after its maximum uptime, by 'schedule'", async () => {
    const name = await env.startedStack({ maxUptimeHours: 2 });
    const { awsStackInfo } = await env.api.detail(name);
    const plan = firstPlan(name);
    expect(plan.notBefore).toBe(new Date(awsStackInfo?.stopsAt ?? 0).toISOString());
    expect(Date.parse(plan.notBefore) - (awsStackInfo?.creationTime ?? 0)).toBeLessThanOrEqual(2 * hourMs);
    await env.drive(plan);
    const stopped = env.events.filter(({ subject }) => subject === name);
    expect(stopped).toMatchObject([{ kind: 'stackStopped', by: 'site', route: 'schedule', isCounted: false }]);
    expect(await env.logs(name)).toMatchObject([
      { action: 'STOP', by: 'schedule', syncStatus: 'SUCCEEDED', actionTime: expect.any(Number) },
      { action: 'START', by: 'Ann' },
    ]);
    expect((await env.logs(name))[0]?.actionTime).toBeGreaterThanOrEqual(Date.parse(plan.notBefore));
    expect(await env.statusOf(name)).toBeNull();
  });

  it('is created before the start, so that no server runs without one', async () => {
    const name = env.newStack();
    env.executions.mode = 'refuses';
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    env.executions.mode = 'normal';
    expect(planned(name)).toEqual([]);
    await env.api.start(name);
    const order = env.executions.started.slice(-2).map(({ action }) => action);
    expect(order).toEqual(['STOP', 'START']);
  });

  it('is created by a restart, and not by a stop', async () => {
    const name = await env.startedStack();
    await env.api.restart(name);
    await env.finish();
    await env.api.stop(name);
    await env.finish();
    expect(planned(name)).toHaveLength(2);
  });

  it('comes after thirty days for a stack without a longest uptime', async () => {
    const name = env.newStack({ maxUptimeHours: 0 });
    await env.api.start(name);
    expect(Date.parse(firstPlan(name).notBefore) - env.clock.now()).toBe(30 * 24 * hourMs);
  });

  it.each(['restart', 'stop and start'])('does not stop the stack after a %s', async (how) => {
    const name = await env.startedStack();
    const plan = firstPlan(name);
    if (how === 'restart') await env.api.restart(name);
    else {
      await env.api.stop(name);
      await env.finish();
      await env.api.start(name);
    }
    await env.finish();
    const before = env.calls('DeleteStack', name);
    const actions = (await env.logs(name)).length;
    expect(await env.drive(plan)).toEqual({ steps: 1 });
    expect(env.calls('DeleteStack', name)).toBe(before);
    expect(await env.logs(name)).toHaveLength(actions);
    expect(await env.statusOf(name)).toBe('CREATE_COMPLETE');
  });

  it('does not stop a stack that was created by hand since', async () => {
    const name = await env.startedStack();
    await env.deleteByHand(name);
    env.clock.advance(60_000);
    await env.stacks.createStack(name, {}, 'by-hand');
    env.clock.advance(60_000);
    expect(await env.drive(firstPlan(name))).toEqual({ steps: 1 });
    expect(await env.statusOf(name)).toBe('CREATE_COMPLETE');
  });

  it('is replaced when a running stack is started again', async () => {
    const name = await env.startedStack();
    env.clock.advance(5 * hourMs);
    await env.api.start(name);
    await env.finish();
    const [first, second] = planned(name);
    if (!first || !second) throw new Error('two stops should be planned');
    expect((await env.api.detail(name)).awsStackInfo?.stopsAt).toBe(Date.parse(second.notBefore));
    expect(await env.drive(first)).toEqual({ steps: 1 });
    expect(await env.statusOf(name)).toBe('CREATE_COMPLETE');
    await env.drive(second);
    expect(await env.statusOf(name)).toBeNull();
  });

  it('ignores snapshots from before its time', async () => {
    const name = await env.startedStack();
    const plan = firstPlan(name);
    const timeMs = Date.parse(plan.notBefore);
    env.clock.advance(timeMs + 1 - env.clock.now());
    await env.store.putSnapshot(name, { seenAtMs: timeMs - 1, stack: null, stackId: null });
    expect(await env.step(plan)).toMatchObject({ verdict: 'wait' });
    expect(env.calls('DeleteStack', name)).toBe(1);
  });

  it('waits while another action is in progress, and while CloudFormation is unavailable', async () => {
    const name = await env.startedStack();
    const plan = firstPlan(name);
    env.clock.advance(6 * hourMs);
    env.cloudFormation.setMode('throttled');
    expect(await env.step(plan)).toMatchObject({ verdict: 'wait', waitSeconds: 60 });
    env.cloudFormation.setMode('normal');
    await env.api.stop(name);
    expect(await env.step(plan)).toMatchObject({ verdict: 'wait', waitSeconds: 60 });
    await env.finish();
    expect(await env.step(plan)).toMatchObject({ verdict: 'done' });
    expect(await env.logs(name)).toHaveLength(2);
  });

  it('does not wait for an action that has died', async () => {
    const name = await env.startedStack();
    env.clock.advance(6 * hourMs - 60_000);
    await env.api.restart(name);
    env.executions.end(env.lastStarted().actionId, 'FAILED');
    await env.drive(firstPlan(name));
    expect(await env.logs(name)).toMatchObject([
      { action: 'STOP', by: 'schedule', syncStatus: 'SUCCEEDED' },
      { action: 'RESTART', syncStatus: 'ABORTED', reason: 'Stopped by schedule.' },
      { action: 'START' },
    ]);
  });
});
