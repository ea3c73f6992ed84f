import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from 'lambdas/platform/app-error';
import { stepWorker } from 'lambdas/stack/actions/step-worker';
import type { StepInput } from 'lambdas/stack/actions/step-input';
import { openStackWorld } from '../stack-test-environment.ts';

const world = await openStackWorld();

afterEach(() => {
  jest.restoreAllMocks();
});

const minuteMs = 60_000;

const startedFor = (name: string) =>
  world.executions.started.filter(({ stackName, plannedBy }) => stackName === name && plannedBy === null);

const spoilsLock = (name: string, change: object) =>
  world.spoils(`STACK#${name}`, 'LOCK', { holder: 'nobody', leaseUntilMs: world.clock.now(), ...change });

const doesNotAnswer = () => Promise.reject(new AppError('unavailable', 'no answer'));

describe('a workflow', () => {
  it('that was never begun, because we died before, is settled by whoever looks, and a start is possible again', async () => {
    const name = world.newStack();
    world.executions.mode = 'dies';
    await expect(world.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await world.logs(name)).toMatchObject([{ syncStatus: 'RUNNING' }]);
    await expect(world.api.start(name)).rejects.toMatchObject({ code: 'conflict' });
    world.clock.advance(minuteMs);
    expect(await world.logs(name)).toMatchObject([
      { syncStatus: 'FAILED', reason: 'The action did not begin. Try again.' },
    ]);
    world.executions.mode = 'normal';
    expect(await world.api.start(name)).toMatchObject({ action: 'START', syncStatus: 'RUNNING' });
  });

  it('whose start was answered to nobody goes its way, once', async () => {
    const name = world.newStack({ maxUptimeHours: 0 });
    world.executions.mode = 'loses';
    await expect(world.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    expect(startedFor(name)).toHaveLength(1);
    await world.finish();
    expect(await world.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }]);
    expect(world.calls('CreateStack', name)).toBe(1);
  });

  it('that Step Functions refuses fails at once, and leaves the stack free', async () => {
    const name = world.newStack();
    world.executions.mode = 'refuses';
    await expect(world.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await world.logs(name)).toMatchObject([
      { syncStatus: 'FAILED', reason: 'The workflow could not be started. Try again in a moment.' },
    ]);
    world.executions.mode = 'normal';
    expect(await world.api.start(name)).toMatchObject({ syncStatus: 'RUNNING' });
  });

  it('of which Step Functions cannot tell keeps its lock, and nobody from seeing the stack', async () => {
    const name = world.newStack();
    await world.api.start(name);
    await world.step(world.lastStarted());
    world.executions.end(world.lastStarted().actionId, 'FAILED');
    world.clock.advance(3 * minuteMs);
    const api = world.apiWith({ executions: { ...world.executions, find: doesNotAnswer } });
    expect(await api.detail(name)).toMatchObject({
      awsStackInfo: { stackStatus: 'CREATE_COMPLETE' },
      actionLogs: [{ syncStatus: 'RUNNING' }],
    });
    await expect(api.start(name)).rejects.toMatchObject({ code: 'conflict' });
    world.clock.advance(minuteMs);
    expect(await world.logs(name)).toMatchObject([{ syncStatus: 'FAILED' }]);
  });

  it.each<[by: string, come: (name: string, plan: StepInput) => Promise<unknown>, begun: string | undefined]>([
    ['a look', (name) => world.api.description(name), undefined],
    ['a start', (name) => world.api.start(name), 'START'],
    ['the planned stop', (_, plan) => world.step(plan), 'STOP'],
  ])('whose log is lost has given its lock back within ten minutes, by %s', async (_, come, begun) => {
    const name = await world.launched({ maxUptimeHours: 0.01 });
    const plan = world.lastPlanned();
    await world.api.start(name);
    const lost = world.lastStarted();
    await world.losesLog(name, lost);
    expect(await world.step(lost)).toMatchObject({ verdict: 'done' });
    await expect(world.api.start(name)).rejects.toMatchObject({
      code: 'unavailable',
      message: `An action of ${name} is in progress, but its log is lost. Try again in 60 seconds.`,
      detail: { retryAfterSeconds: 60 },
    });
    world.clock.advance(3 * minuteMs);
    await come(name, plan);
    const { lock, actions } = await world.store.getState(name, 1);
    const holder = actions.find(({ actionId }) => actionId === lock.holder);
    expect([lock.holder === null, holder?.action]).toEqual([begun === undefined, begun]);
  });

  it.each<[what: string, change: object]>([
    ['holder', { holder: 7 }],
    ['holder, which is nobody', { holder: null }],
    ['lease', { leaseUntilMs: 'soon' }],
    ['lease, which is missing', { leaseUntilMs: undefined }],
    ['last launch', { launch: 'lost' }],
  ])('can be begun on a stack whose lock cannot be read for its %s', async (_, change) => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const name = world.newStack();
    await spoilsLock(name, change);
    expect(await world.api.start(name)).toMatchObject({ action: 'START', syncStatus: 'RUNNING' });
    await world.finish();
    expect(await world.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }]);
    expect((await world.api.detail(name)).awsStackInfo?.stopsAt).toBe(world.lastStarted().stopsAtMs);
  });

  it('keeps a lock whose lease cannot be read any more, as long as it is at work', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const name = world.newStack();
    await world.api.start(name);
    const input = world.lastStarted();
    await spoilsLock(name, { holder: input.actionId, leaseUntilMs: 'soon' });
    await expect(world.api.start(name)).rejects.toMatchObject({ code: 'conflict' });
    await world.drive(input);
    expect(await world.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }]);
  });

  it.each([
    ['TIMED_OUT', null, 'The workflow timed out.'],
    ['ABORTED', null, 'The workflow was stopped in AWS.'],
    ['ABORTED', 'maintenance', 'maintenance'],
    ['FAILED', null, 'The workflow failed. Its log has the reason.'],
  ] as const)('that ended %s in AWS is settled within ten minutes, by a look', async (status, cause, reason) => {
    const name = world.newStack();
    await world.api.start(name);
    await world.step(world.lastStarted());
    world.executions.end(world.lastStarted().actionId, status, cause);
    expect(await world.logs(name)).toMatchObject([{ syncStatus: 'RUNNING' }]);
    world.clock.advance(3 * minuteMs);
    expect(await world.logs(name)).toMatchObject([{ action: 'START', syncStatus: status, reason }]);
  });

  it('that died is settled by the next action, too', async () => {
    const name = world.newStack();
    await world.api.start(name);
    await world.step(world.lastStarted());
    world.executions.end(world.lastStarted().actionId, 'FAILED');
    world.clock.advance(3 * minuteMs);
    expect(await world.api.restart(name)).toMatchObject({ action: 'RESTART' });
    await world.finish();
    expect(await world.logs(name)).toMatchObject([
      { action: 'RESTART', syncStatus: 'SUCCEEDED' },
      { action: 'START', syncStatus: 'FAILED' },
    ]);
  });

  it('that is merely slow keeps its lock, and is asked after by one of those who look', async () => {
    const name = world.newStack();
    await world.api.start(name);
    const input = world.lastStarted();
    await world.step(input);
    world.clock.advance(10 * minuteMs);
    const before = world.executions.asked;
    await Promise.all(Array.from({ length: 10 }, () => world.api.description(name)));
    expect(world.executions.asked - before).toBe(1);
    await expect(world.api.start(name)).rejects.toMatchObject({ code: 'conflict' });
    await world.drive(input);
    expect(await world.logs(name)).toMatchObject([{ syncStatus: 'SUCCEEDED' }]);
  });

  it('whose step died after it had created the stack goes on, and creates no other', async () => {
    const name = world.newStack();
    await world.api.start(name);
    const input = world.lastStarted();
    const dying = {
      ...world.stacks,
      createStack: async (...given: Parameters<typeof world.stacks.createStack>) => {
        await world.stacks.createStack(...given);
        throw new Error('killed');
      },
    };
    await expect(stepWorker({ ...world.stepPorts, stacks: dying })(input)).rejects.toThrow('killed');
    await world.drive(input);
    expect(await world.logs(name)).toMatchObject([{ syncStatus: 'SUCCEEDED' }]);
    expect(world.calls('CreateStack', name)).toBe(1);
    expect((await world.api.detail(name)).awsStackInfo?.stopsAt).toBe(input.stopsAtMs);
  });

  it('keeps its log fresh through a deletion of many minutes, so that pages go on looking', async () => {
    const name = await world.launched();
    world.cloudFormation.setMode('slow');
    await world.api.stop(name);
    const input = world.lastStarted();
    const begun = world.clock.now();
    let steps = 0;
    for (let output = await world.step(input); output.verdict === 'wait'; output = await world.step(output)) {
      const [log] = await world.logs(name);
      expect(world.clock.now() - (log?.syncTime ?? 0)).toBeLessThan(minuteMs);
      world.clock.advance(output.waitSeconds * 1000);
      steps++;
    }
    expect(world.clock.now() - begun).toBeGreaterThan(minuteMs);
    expect(steps).toBeGreaterThan(6);
    expect(await world.logs(name)).toMatchObject([{ action: 'STOP', syncStatus: 'SUCCEEDED' }, {}]);
  });
});
