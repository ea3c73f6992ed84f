import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from 'lambdas/platform/app-error';
import { stepWorker } from 'lambdas/stack/workflow/step-worker';
import type { StepInput } from 'lambdas/stack/step-input';
import { useStackTestEnvironment } from '../stack-test-environment.ts';

const env = await useStackTestEnvironment();

afterEach(() => {
  jest.restoreAllMocks();
});

const minuteMs = 60_000;

const startedFor = (name: string) =>
  env.executions.started.filter(({ stackName, plannedBy }) => stackName === name && plannedBy === null);

const spoilsLock = (name: string, change: object) =>
  env.overwriteItem(`STACK#${name}`, 'LOCK', { holder: 'nobody', leaseUntilMs: env.clock.now(), ...change });

const doesNotAnswer = () => Promise.reject(new AppError('unavailable', 'no answer'));

describe('a workflow', () => {
  it('that never began is begun by the next reader, after its scheduled stop', async () => {
    const name = env.newStack();
    env.executions.mode = 'dies';
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'RUNNING' }]);
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'conflict' });
    env.clock.advance(minuteMs);
    // Step Functions is still not responding.
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'RUNNING' }]);
    env.executions.mode = 'normal';
    env.clock.advance(minuteMs);
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'RUNNING' }]);
    const order = env.executions.started.filter(({ stackName }) => stackName === name).map(({ action }) => action);
    expect(order).toEqual(['STOP', 'START']);
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED', by: 'Ann' }]);
  });

  it('that never began fails ten minutes after its start was requested, and not for a stop', async () => {
    const [started, stopped] = [env.newStack(), await env.startedStack()];
    env.executions.mode = 'dies';
    await expect(env.api.start(started)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(env.api.stop(stopped)).rejects.toMatchObject({ code: 'unavailable' });
    env.executions.mode = 'normal';
    env.clock.advance(11 * minuteMs);
    expect(await env.logs(started)).toMatchObject([
      { syncStatus: 'FAILED', reason: 'The action did not start. Try again.' },
    ]);
    expect((await env.logs(stopped))[0]).toMatchObject({ action: 'STOP', syncStatus: 'RUNNING' });
    await env.finish();
    expect(await env.statusOf(stopped)).toBeNull();
  });

  it('is recovered when its lock comes from a clock that was hours ahead', async () => {
    const name = env.newStack();
    env.clock.advance(420 * minuteMs);
    env.executions.mode = 'dies';
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    env.clock.advance(-420 * minuteMs);
    env.executions.mode = 'normal';
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'RUNNING' }]);
    expect(startedFor(name)).toHaveLength(1);
  });

  it('runs once when the answer to its start is lost', async () => {
    const name = env.newStack();
    env.executions.mode = 'loses';
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    expect(startedFor(name)).toHaveLength(1);
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }]);
    expect(env.calls('CreateStack', name)).toBe(1);
  });

  it('fails at once when Step Functions refuses it, and releases the lock', async () => {
    const name = env.newStack();
    env.executions.mode = 'refuses';
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await env.logs(name)).toMatchObject([
      { syncStatus: 'FAILED', reason: 'The workflow could not be started. Try again in a moment.' },
    ]);
    env.executions.mode = 'normal';
    expect(await env.api.start(name)).toMatchObject({ syncStatus: 'RUNNING' });
  });

  it('keeps its lock while Step Functions is unavailable, and the stack stays readable', async () => {
    const name = env.newStack();
    await env.api.start(name);
    await env.step(env.lastStarted());
    env.executions.end(env.lastStarted().actionId, 'FAILED');
    env.clock.advance(3 * minuteMs);
    const api = env.apiWith({ executions: { ...env.executions, find: doesNotAnswer } });
    expect(await api.detail(name)).toMatchObject({
      awsStackInfo: { stackStatus: 'CREATE_COMPLETE' },
      actionLogs: [{ syncStatus: 'RUNNING' }],
    });
    await expect(api.start(name)).rejects.toMatchObject({ code: 'conflict' });
    env.clock.advance(minuteMs);
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'FAILED' }]);
  });

  it.each<[by: string, come: (name: string, plan: StepInput) => Promise<unknown>, begun: string | undefined]>([
    ['a read', (name) => env.api.description(name), undefined],
    ['a start', (name) => env.api.start(name), 'START'],
    ['the scheduled stop', (_, plan) => env.step(plan), 'STOP'],
  ])('releases the lock within ten minutes when its log is lost, by %s', async (_, come, begun) => {
    const name = await env.startedStack({ maxUptimeHours: 0.01 });
    const plan = env.lastScheduledStop();
    await env.api.start(name);
    const lost = env.lastStarted();
    await env.deleteLog(name, lost);
    expect(await env.step(lost)).toMatchObject({ verdict: 'done' });
    await expect(env.api.start(name)).rejects.toMatchObject({
      code: 'unavailable',
      message: `An action of ${name} is in progress, but its log is lost. Try again in 60 seconds.`,
      detail: { retryAfterSeconds: 60 },
    });
    env.clock.advance(3 * minuteMs);
    await come(name, plan);
    const { lock, actions } = await env.store.getState(name, 1);
    const holder = actions.find(({ actionId }) => actionId === lock.holder);
    expect([lock.holder === null, holder?.action]).toEqual([begun === undefined, begun]);
  });

  it.each<[what: string, change: object]>([
    ['holder', { holder: 7 }],
    ['holder, which is null', { holder: null }],
    ['lease', { leaseUntilMs: 'soon' }],
    ['lease, which is missing', { leaseUntilMs: undefined }],
    ['stack of the last start', { launch: 'lost' }],
  ])('can start on a stack whose lock is damaged: %s', async (_, change) => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const name = env.newStack();
    await spoilsLock(name, change);
    expect(await env.api.start(name)).toMatchObject({ action: 'START', syncStatus: 'RUNNING' });
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }]);
    expect((await env.api.detail(name)).awsStackInfo?.stopsAt).toBe(env.lastStarted().stopsAtMs);
  });

  it('keeps a lock with a damaged lease while it is at work', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const name = env.newStack();
    await env.api.start(name);
    const input = env.lastStarted();
    await spoilsLock(name, { holder: input.actionId, leaseUntilMs: 'soon' });
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'conflict' });
    await env.drive(input);
    expect(await env.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }]);
  });

  it.each([
    ['TIMED_OUT', null, 'The workflow timed out.'],
    ['ABORTED', null, 'The workflow was stopped in AWS.'],
    ['ABORTED', 'maintenance', 'maintenance'],
    ['FAILED', null, 'The workflow failed. Its log has the reason.'],
  ] as const)('is recovered by a read within ten minutes when it ended %s in AWS', async (status, cause, reason) => {
    const name = env.newStack();
    await env.api.start(name);
    await env.step(env.lastStarted());
    env.executions.end(env.lastStarted().actionId, status, cause);
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'RUNNING' }]);
    env.clock.advance(3 * minuteMs);
    expect(await env.logs(name)).toMatchObject([{ action: 'START', syncStatus: status, reason }]);
  });

  it('is recovered by the next action when it died', async () => {
    const name = env.newStack();
    await env.api.start(name);
    await env.step(env.lastStarted());
    env.executions.end(env.lastStarted().actionId, 'FAILED');
    env.clock.advance(3 * minuteMs);
    expect(await env.api.restart(name)).toMatchObject({ action: 'RESTART' });
    await env.finish();
    expect(await env.logs(name)).toMatchObject([
      { action: 'RESTART', syncStatus: 'SUCCEEDED' },
      { action: 'START', syncStatus: 'FAILED' },
    ]);
  });

  it('keeps its lock while it is slow, and is checked by one reader', async () => {
    const name = env.newStack();
    await env.api.start(name);
    const input = env.lastStarted();
    await env.step(input);
    env.clock.advance(10 * minuteMs);
    const before = env.executions.asked;
    await Promise.all(Array.from({ length: 10 }, () => env.api.description(name)));
    expect(env.executions.asked - before).toBe(1);
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'conflict' });
    await env.drive(input);
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'SUCCEEDED' }]);
  });

  it('continues after a crash of the step that created the stack, and creates no other', async () => {
    const name = env.newStack();
    await env.api.start(name);
    const input = env.lastStarted();
    const dying = {
      ...env.stacks,
      createStack: async (...given: Parameters<typeof env.stacks.createStack>) => {
        await env.stacks.createStack(...given);
        throw new Error('killed');
      },
    };
    await expect(stepWorker({ ...env.stepPorts, stacks: dying })(input)).rejects.toThrow('killed');
    await env.drive(input);
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'SUCCEEDED' }]);
    expect(env.calls('CreateStack', name)).toBe(1);
    expect((await env.api.detail(name)).awsStackInfo?.stopsAt).toBe(input.stopsAtMs);
  });

  it('keeps its log up to date during a long deletion, so that pages keep polling', async () => {
    const name = await env.startedStack();
    env.cloudFormation.setMode('slow');
    await env.api.stop(name);
    const input = env.lastStarted();
    const begun = env.clock.now();
    let steps = 0;
    for (let output = await env.step(input); output.verdict === 'wait'; output = await env.step(output)) {
      const [log] = await env.logs(name);
      expect(env.clock.now() - (log?.syncTime ?? 0)).toBeLessThan(minuteMs);
      env.clock.advance(output.waitSeconds * 1000);
      steps++;
    }
    expect(env.clock.now() - begun).toBeGreaterThan(minuteMs);
    expect(steps).toBeGreaterThan(6);
    expect(await env.logs(name)).toMatchObject([{ action: 'STOP', syncStatus: 'SUCCEEDED' }, {}]);
  });
});
