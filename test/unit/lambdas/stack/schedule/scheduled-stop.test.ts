import { describe, expect, it } from '@jest/globals';
import { openStackWorld } from '../stack-test-environment.ts';

const world = await openStackWorld();

const hourMs = 3_600_000;

/** The stops that starts of this stack have planned, the first one first. */
const planned = (name: string) =>
  world.executions.started.filter(({ stackName, plannedBy }) => stackName === name && plannedBy !== null);
function firstPlan(name: string) {
  const [plan] = planned(name);
  if (!plan) throw new Error('no stop was planned');
  return plan;
}

describe('a planned stop', () => {
  it('stops a forgotten stack after its hours, in the name of the schedule', async () => {
    const name = await world.launched({ maxUptimeHours: 2 });
    const { awsStackInfo } = await world.api.detail(name);
    const plan = firstPlan(name);
    expect(plan.notBefore).toBe(new Date(awsStackInfo?.stopsAt ?? 0).toISOString());
    expect(Date.parse(plan.notBefore) - (awsStackInfo?.creationTime ?? 0)).toBeLessThanOrEqual(2 * hourMs);
    await world.drive(plan);
    expect(await world.logs(name)).toMatchObject([
      { action: 'STOP', by: 'schedule', syncStatus: 'SUCCEEDED', actionTime: expect.any(Number) },
      { action: 'START', by: 'Ann' },
    ]);
    expect((await world.logs(name))[0]?.actionTime).toBeGreaterThanOrEqual(Date.parse(plan.notBefore));
    expect(await world.statusOf(name)).toBeNull();
  });

  it('is made before the start itself, so that nothing runs without one', async () => {
    const name = world.newStack();
    world.executions.mode = 'refuses';
    await expect(world.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    world.executions.mode = 'normal';
    expect(planned(name)).toEqual([]);
    await world.api.start(name);
    const order = world.executions.started.slice(-2).map(({ action }) => action);
    expect(order).toEqual(['STOP', 'START']);
  });

  it('is made by a restart, and by no stop', async () => {
    const name = await world.launched();
    await world.api.restart(name);
    await world.finish();
    await world.api.stop(name);
    await world.finish();
    expect(planned(name)).toHaveLength(2);
  });

  it('is not made where a stack may run for ever', async () => {
    const name = await world.launched({ maxUptimeHours: 0 });
    expect(planned(name)).toEqual([]);
    expect((await world.api.detail(name)).awsStackInfo?.stopsAt).toBeNull();
  });

  it.each(['restart', 'stop and start'])('does nothing to what came after a %s', async (how) => {
    const name = await world.launched();
    const plan = firstPlan(name);
    if (how === 'restart') await world.api.restart(name);
    else {
      await world.api.stop(name);
      await world.finish();
      await world.api.start(name);
    }
    await world.finish();
    const before = world.calls('DeleteStack', name);
    const actions = (await world.logs(name)).length;
    expect(await world.drive(plan)).toEqual({ steps: 1 });
    expect(world.calls('DeleteStack', name)).toBe(before);
    expect(await world.logs(name)).toHaveLength(actions);
    expect(await world.statusOf(name)).toBe('CREATE_COMPLETE');
  });

  it('does nothing to a stack that somebody has made by hand since', async () => {
    const name = await world.launched();
    await world.deleteByHand(name);
    world.clock.advance(60_000);
    await world.stacks.createStack(name, {}, 'by-hand');
    world.clock.advance(60_000);
    expect(await world.drive(firstPlan(name))).toEqual({ steps: 1 });
    expect(await world.statusOf(name)).toBe('CREATE_COMPLETE');
  });

  it('gives way to a later one when a running stack is started once more', async () => {
    const name = await world.launched();
    world.clock.advance(5 * hourMs);
    await world.api.start(name);
    await world.finish();
    const [first, second] = planned(name);
    if (!first || !second) throw new Error('two stops should be planned');
    expect((await world.api.detail(name)).awsStackInfo?.stopsAt).toBe(Date.parse(second.notBefore));
    expect(await world.drive(first)).toEqual({ steps: 1 });
    expect(await world.statusOf(name)).toBe('CREATE_COMPLETE');
    await world.drive(second);
    expect(await world.statusOf(name)).toBeNull();
  });

  it('goes by nothing that was seen before it was time', async () => {
    const name = await world.launched();
    const plan = firstPlan(name);
    const timeMs = Date.parse(plan.notBefore);
    world.clock.advance(timeMs + 1 - world.clock.now());
    await world.store.putSnapshot(name, { seenAtMs: timeMs - 1, stack: null, stackId: null });
    expect(await world.step(plan)).toMatchObject({ verdict: 'wait' });
    expect(world.calls('DeleteStack', name)).toBe(1);
  });

  it('waits while somebody is at work on the stack, and while it cannot be seen', async () => {
    const name = await world.launched();
    const plan = firstPlan(name);
    world.clock.advance(6 * hourMs);
    world.cloudFormation.setMode('throttled');
    expect(await world.step(plan)).toMatchObject({ verdict: 'wait', waitSeconds: 60 });
    world.cloudFormation.setMode('normal');
    await world.api.stop(name);
    expect(await world.step(plan)).toMatchObject({ verdict: 'wait', waitSeconds: 60 });
    await world.finish();
    expect(await world.step(plan)).toMatchObject({ verdict: 'done' });
    expect(await world.logs(name)).toHaveLength(2);
  });

  it('does not wait for somebody who has died over it', async () => {
    const name = await world.launched();
    world.clock.advance(6 * hourMs - 60_000);
    await world.api.restart(name);
    world.executions.end(world.lastStarted().actionId, 'FAILED');
    await world.drive(firstPlan(name));
    expect(await world.logs(name)).toMatchObject([
      { action: 'STOP', by: 'schedule', syncStatus: 'SUCCEEDED' },
      { action: 'RESTART', syncStatus: 'ABORTED', reason: 'Stopped by schedule.' },
      { action: 'START' },
    ]);
  });
});
