import { describe, expect, it } from '@jest/globals';
import { stepWorker } from 'lambdas/stack/workflow/step-worker';
import { handleServerEvent } from 'lambdas/stack/handle-server-event';
import { useStackTestEnvironment } from '../stack-test-environment.ts';

const env = await useStackTestEnvironment();

const hourMs = 3_600_000;

/** Returns the scheduled stops of this stack, oldest first. */
const planned = (name: string) =>
  env.executions.started.filter(({ stackName, plannedBy }) => stackName === name && plannedBy !== null);
function firstPlan(name: string) {
  const [plan] = planned(name);
  if (!plan) throw new Error('no stop was planned');
  return plan;
}

/** Stops a stack, and returns the input of the next try when that has failed. */
async function failedStop(name: string) {
  await env.api.stop(name);
  return env.untilFailed();
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

  it.each(['schedule', 'idle', 'Ann'])(
    'is tried again after 1, 5 and 30 minutes and then each hour until the stack is gone: %s',
    async (by) => {
      const name = await env.startedStack({ maxUptimeHours: 2 });
      let plan = firstPlan(name);
      if (by === 'idle') {
        const stackId = (await env.stacks.findStack(name))?.stackId;
        await handleServerEvent(env.ports, { 'detail-type': 'Idle', detail: { stackName: name, stackId } });
        plan = env.lastStarted();
      }
      if (by === 'Ann') {
        await env.api.stop(name);
        plan = env.lastStarted();
      }
      env.cloudFormation.setMode('deleteFails');
      const pauses: number[] = [];
      await env.drive(plan, async (input) => {
        const output = await env.step(input);
        if (output.failures > input.failures) pauses.push(output.waitSeconds / 60);
        if (pauses.length === 5) env.cloudFormation.setMode('normal');
        return output;
      });
      expect(pauses).toEqual([1, 5, 30, 60, 60]);
      expect(await env.statusOf(name)).toBeNull();
      const [last, failed] = await env.logs(name);
      expect(last).toMatchObject({ action: 'STOP', by, syncStatus: 'SUCCEEDED' });
      expect(failed).toMatchObject({
        syncStatus: 'FAILED',
        reason: expect.stringMatching(/The next try is in 60 minutes\.$/),
      });
    },
  );

  it('is tried again by the plan of the latest stop only', async () => {
    const name = await env.startedStack();
    env.cloudFormation.setMode('deleteFails');
    const first = await failedStop(name);
    env.clock.advance(10_000);
    const second = await failedStop(name);
    env.cloudFormation.setMode('normal');
    expect(await env.step(first)).toMatchObject({ verdict: 'done' });
    expect(await env.statusOf(name)).toBe('DELETE_FAILED');
    await env.drive(second);
    expect(await env.statusOf(name)).toBeNull();
  });

  it('is not tried again when the stack was started again', async () => {
    const name = await env.startedStack();
    env.cloudFormation.setMode('throttled');
    const stop = await failedStop(name);
    env.cloudFormation.setMode('normal');
    env.clock.advance(10_000);
    await env.api.start(name);
    await env.finish();
    expect(await env.drive(stop)).toEqual({ steps: 1 });
    expect(await env.statusOf(name)).toBe('CREATE_COMPLETE');
  });

  it('is tried again when it has cut off a start that did not store its stack', async () => {
    const name = env.newStack();
    await env.api.start(name);
    const start = env.lastStarted();
    await env.stacks.createStack({ name, game: 'bedrock' }, {}, start.actionId);
    env.clock.advance(50_000);
    env.cloudFormation.setMode('deleteFails');
    const stop = await failedStop(name);
    env.cloudFormation.setMode('normal');
    await env.drive(stop);
    expect(await env.statusOf(name)).toBeNull();
  });

  it('never deletes a stack that the site did not start', async () => {
    const name = await env.startedStack();
    const foreign = {
      ...env.stacks,
      findStack: async (id: string) => {
        const found = await env.stacks.findStack(id);
        return found && { ...found, launchedBy: null };
      },
    };
    await env.api.stop(name);
    await env.drive(env.lastStarted(), stepWorker({ ...env.stepPorts, stacks: foreign }));
    expect((await env.logs(name))[0]?.reason).toMatch(/^The site did not start this stack/);
    expect(env.calls('DeleteStack', name)).toBe(0);
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
    await env.stacks.createStack({ name, game: 'bedrock' }, {}, 'by-hand');
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
      { action: 'RESTART', syncStatus: 'ABORTED', reason: 'Stopped at its scheduled time.' },
      { action: 'START' },
    ]);
  });
});
