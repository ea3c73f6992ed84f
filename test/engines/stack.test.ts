import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from './engines.ts';
import { startStackTestEnvironment } from '../unit/lambdas/stack/stack-test-environment.ts';

describe.each(engines)('the stack manager on %s', (engine) => {
  let env: Awaited<ReturnType<typeof startStackTestEnvironment>>;
  beforeAll(async () => {
    env = await startStackTestEnvironment(engine);
  });
  afterAll(() => env.stop());

  it('starts, extends, restarts and stops a stack, and keeps the log of each', async () => {
    const name = await env.startedStack();
    expect(await env.statusOf(name)).toBe('CREATE_COMPLETE');
    for (const action of ['start', 'restart', 'stop'] as const) {
      await env.api[action](name);
      await env.finish();
      env.clock.advance(10_000);
    }
    expect(await env.logs(name)).toMatchObject(
      ['STOP', 'RESTART', 'START', 'START'].map((action) => ({ action, syncStatus: 'SUCCEEDED' })),
    );
    expect(await env.api.description(name)).toMatchObject({ awsStackInfo: null });
  });

  it('begins one of twenty simultaneous starts', async () => {
    const name = env.newStack();
    const starts = await Promise.allSettled(Array.from({ length: 20 }, () => env.api.start(name)));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await env.finish();
    expect(env.calls('CreateStack', name)).toBe(1);
  });

  it('lets a stop interrupt a start', async () => {
    const name = env.newStack();
    await env.api.start(name);
    await env.api.stop(name);
    expect(await env.logs(name)).toMatchObject([
      { action: 'STOP', syncStatus: 'RUNNING' },
      { action: 'START', syncStatus: 'ABORTED' },
    ]);
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'SUCCEEDED' }, { syncStatus: 'ABORTED' }]);
  });

  it('begins an action that never began, once for many readers', async () => {
    const name = env.newStack();
    env.executions.mode = 'dies';
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    env.executions.mode = 'normal';
    env.clock.advance(60_000);
    await Promise.all(Array.from({ length: 5 }, () => env.api.detail(name)));
    expect(
      env.executions.started.filter(({ stackName, action }) => stackName === name && action === 'START'),
    ).toHaveLength(1);
    expect(await env.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'RUNNING' }]);
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }]);
  });

  it('refuses a start beyond the limit of running stacks', async () => {
    const limited = env.apiWith({ maxRunningStacks: 1 });
    await env.startedStack();
    const other = env.newStack();
    await expect(limited.start(other)).rejects.toMatchObject({ code: 'tooMany' });
  });
});
