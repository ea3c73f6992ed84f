import { describe, expect, it } from '@jest/globals';
import { stepWorker } from 'lambdas/stack/workflow/step-worker';
import { stackPage } from 'shared-types/rules/stack/page';
import { useStackTestEnvironment } from '../stack-test-environment.ts';

const env = await useStackTestEnvironment();
const minute = 60_000;
const crash = () => Promise.reject(new Error('crash'));

const idsOf = (name: string) => new Set(env.newsOf(name).map(({ newsId }) => newsId));

describe('the news of a failed action', () => {
  it('has the reason of a start, and none when it succeeds', async () => {
    const name = env.newStack();
    env.cloudFormation.setMode('createFails');
    await env.api.start(name);
    await env.finish();
    const [failed] = await env.logs(name);
    expect(env.newsOf(name)).toMatchObject([{ topic: 'serverFailed', title: failed?.reason, url: stackPage(name) }]);
    env.cloudFormation.setMode('normal');
    await env.api.start(name);
    await env.finish();
    expect(env.newsOf(name)).toHaveLength(1);
  });

  it('has one id for a stop, however often it is tried again', async () => {
    const name = await env.startedStack();
    env.cloudFormation.setMode('deleteFails');
    await env.api.stop(name);
    await env.drive(await env.untilFailed(), env.step, 20);
    expect(env.newsOf(name).length).toBeGreaterThan(1);
    expect(idsOf(name).size).toBe(1);
  });

  it('is told again under its id when the step died before the end of the action', async () => {
    const name = env.newStack({ parameters: { Nonsense: '1' } });
    await env.api.start(name);
    const store = { ...env.store, finish: crash };
    await expect(env.drive(env.lastStarted(), stepWorker({ ...env.stepPorts, store }))).rejects.toThrow('crash');
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'FAILED' }]);
    expect([env.newsOf(name).length, idsOf(name).size]).toEqual([2, 1]);
  });

  it('is told by the reader who recovers the action', async () => {
    const name = env.newStack();
    env.executions.mode = 'dies';
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    env.executions.mode = 'normal';
    env.clock.advance(11 * minute);
    await env.logs(name);
    expect(env.newsOf(name)).toMatchObject([{ topic: 'serverFailed', title: 'The action did not start. Try again.' }]);
  });

  it('is told by the repeated step when it could not be stored', async () => {
    const name = env.newStack({ parameters: { Nonsense: '1' } });
    env.news.isDown = true;
    await env.api.start(name);
    await expect(env.finish()).rejects.toThrow('the failure could not be told');
    env.news.isDown = false;
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'FAILED' }]);
    expect(env.newsOf(name)).toHaveLength(1);
  });

  it('keeps no failed stop from its next try, which tells it when it fails, too', async () => {
    const name = await env.startedStack();
    env.cloudFormation.setMode('deleteFails');
    env.news.isDown = true;
    await env.api.stop(name);
    const again = await env.untilFailed();
    env.news.isDown = false;
    await env.drive(again, env.step, 20);
    expect(idsOf(name).size).toBe(1);
  });

  it('is told by the next reader when it could not be stored by the one who recovers the action', async () => {
    const name = env.newStack();
    env.executions.mode = 'dies';
    await expect(env.api.start(name)).rejects.toMatchObject({ code: 'unavailable' });
    env.executions.mode = 'normal';
    env.news.isDown = true;
    env.clock.advance(11 * minute);
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'RUNNING' }]);
    env.news.isDown = false;
    env.clock.advance(2 * minute);
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'FAILED' }]);
    expect(env.newsOf(name)).toHaveLength(1);
  });
});

describe('the news of a stop', () => {
  it('is that the server is up no more, told once and before the action ends', async () => {
    const name = await env.startedStack();
    await env.api.stop(name);
    const store = { ...env.store, finish: crash };
    await expect(env.drive(env.lastStarted(), stepWorker({ ...env.stepPorts, store }))).rejects.toThrow('crash');
    await env.finish();
    expect(env.newsOf(name)).toMatchObject([
      { topic: 'serverUp', untilMs: 0, url: stackPage(name) },
      { topic: 'serverUp', untilMs: 0 },
    ]);
    expect(idsOf(name).size).toBe(1);
  });

  it('is told by a restart, too, and by no start', async () => {
    const name = await env.startedStack();
    expect(env.newsOf(name)).toEqual([]);
    await env.api.restart(name);
    await env.finish();
    expect(env.newsOf(name)).toMatchObject([{ topic: 'serverUp', untilMs: 0 }]);
  });

  it('does not keep the action from its end while it cannot be stored', async () => {
    const name = await env.startedStack();
    await env.api.stop(name);
    env.news.isDown = true;
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'SUCCEEDED' }, {}]);
    expect(env.newsOf(name)).toEqual([]);
  });
});
