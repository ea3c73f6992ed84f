import { describe, expect, it } from '@jest/globals';
import { stepWorker } from 'lambdas/stack/workflow/step-worker';
import { useStackTestEnvironment } from '../../unit/lambdas/stack/stack-test-environment.ts';

const env = await useStackTestEnvironment();

const minuteMs = 60_000;

/** Runs the latest action, and ends the outage of CloudFormation after some time. */
async function finishDuringOutage(ms: number, over: () => void) {
  const until = env.clock.now() + ms;
  const step: typeof env.step = (input) => {
    if (env.clock.now() >= until) over();
    return env.step(input);
  };
  return env.drive(env.lastStarted(), step);
}

describe('a failing CloudFormation', () => {
  it.each(['start', 'restart', 'stop'] as const)('delays a %s while it is throttled for a minute', async (action) => {
    const name = await env.startedStack();
    const before = env.calls('CreateStack', name);
    await env.api[action](name);
    env.cloudFormation.setMode('throttled');
    await finishDuringOutage(minuteMs, () => env.cloudFormation.setMode('normal'));
    expect(await env.logs(name)).toMatchObject([{ action: action.toUpperCase(), syncStatus: 'SUCCEEDED' }, {}]);
    expect(env.calls('CreateStack', name) - before).toBe(action === 'restart' ? 1 : 0);
    expect(await env.statusOf(name)).toBe(action === 'stop' ? null : 'CREATE_COMPLETE');
  });

  it('delays a creation while it is throttled', async () => {
    const name = env.newStack();
    await env.api.start(name);
    const stacks = {
      ...env.stacks,
      createStack: (...given: Parameters<typeof env.stacks.createStack>) => {
        env.cloudFormation.setMode('throttled');
        return env.stacks.createStack(...given);
      },
    };
    const output = await stepWorker({ ...env.stepPorts, stacks })(env.lastStarted());
    expect(output).toMatchObject({ verdict: 'wait', waitSeconds: 10, unreachable: 1 });
    env.cloudFormation.setMode('normal');
    await env.drive(output);
    expect(await env.logs(name)).toMatchObject([{ syncStatus: 'SUCCEEDED' }]);
  });

  it('resets the failure count after an answer', async () => {
    const name = await env.startedStack();
    await env.api.stop(name);
    const input = env.lastStarted();
    await env.step(input);
    expect(await env.step({ ...input, unreachable: 11 })).toMatchObject({ verdict: 'wait', unreachable: 0 });
  });

  it('deletes the stack of the snapshot, and not a later one with the same name', async () => {
    const name = await env.startedStack();
    const seen = await env.stacks.findStack(name);
    await env.api.stop(name);
    const removed: string[] = [];
    const stacks = {
      ...env.stacks,
      deleteStack: (stackId: string) => {
        removed.push(stackId);
        return env.stacks.deleteStack(stackId);
      },
    };
    await env.drive(env.lastStarted(), stepWorker({ ...env.stepPorts, stacks }));
    expect(removed).toEqual([seen?.stackId]);
  });

  it.each(['throttled', 'denied'])(
    'fails an action that has created and deleted nothing when it stays %s',
    async (how) => {
      const name = env.newStack();
      await env.api.start(name);
      if (how === 'throttled') env.cloudFormation.setMode('throttled');
      else env.deny(true);
      const begun = env.clock.now();
      await env.finish();
      expect(env.clock.now() - begun).toBeGreaterThan(5 * minuteMs);
      expect((await env.store.getState(name, 1)).actions).toMatchObject([
        { syncStatus: 'FAILED', reason: expect.stringMatching(/CloudFormation|service/) },
      ]);
      expect([env.calls('CreateStack', name), env.calls('DeleteStack', name)]).toEqual([0, 0]);
    },
  );

  it('fails a start with the reason of a failed resource, and the next start recovers', async () => {
    const name = env.newStack();
    env.cloudFormation.setMode('createFails');
    await env.api.start(name);
    await env.finish();
    const [failed] = await env.logs(name);
    expect(failed).toMatchObject({ action: 'START', syncStatus: 'FAILED' });
    expect(failed?.reason).toMatch(/^The stack could not be created\. Server: .*limit of your account/);
    expect(await env.statusOf(name)).toBe('ROLLBACK_COMPLETE');
    env.cloudFormation.setMode('normal');
    await env.api.start(name);
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }, {}]);
    expect(await env.statusOf(name)).toBe('CREATE_COMPLETE');
  });

  it('fails a stop that names the resource after two failed deletions', async () => {
    const name = await env.startedStack();
    env.cloudFormation.setMode('deleteFails');
    await env.api.stop(name);
    await env.untilFailed();
    expect(env.calls('DeleteStack', name)).toBe(2);
    const reason = expect.stringMatching(/^The stack cannot be deleted\. Server: .*dependent object/);
    expect(await env.logs(name)).toMatchObject([{ action: 'STOP', syncStatus: 'FAILED', reason }, {}]);
    await env.api.start(name);
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'FAILED', reason }, {}, {}]);
    env.cloudFormation.setMode('normal');
    await env.api.stop(name);
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ action: 'STOP', syncStatus: 'SUCCEEDED' }, {}, {}, {}]);
  });

  it('fails a start with the refusal of a parameter', async () => {
    const name = env.newStack({ parameters: { Nonsense: '1' } });
    await env.api.start(name);
    await env.finish();
    expect(await env.logs(name)).toMatchObject([
      {
        syncStatus: 'FAILED',
        reason: 'CloudFormation refused: Parameters: [Nonsense] do not exist in the template',
      },
    ]);
  });
});

describe('a deletion by hand', () => {
  it('fails a start in progress, which does not create it again', async () => {
    const name = env.newStack();
    await env.api.start(name);
    await env.step(env.lastStarted());
    await env.deleteByHand(name);
    env.clock.advance(10_000);
    await env.finish();
    expect(await env.logs(name)).toMatchObject([
      { syncStatus: 'FAILED', reason: 'The stack was deleted while it was starting.' },
    ]);
    expect(env.calls('CreateStack', name)).toBe(1);
  });

  it.each(['stop', 'restart'] as const)('counts as the deletion of a %s in progress', async (action) => {
    const name = await env.startedStack();
    await env.api[action](name);
    await env.deleteByHand(name);
    await env.finish();
    expect(await env.logs(name)).toMatchObject([{ action: action.toUpperCase(), syncStatus: 'SUCCEEDED' }, {}]);
    expect(await env.statusOf(name)).toBe(action === 'stop' ? null : 'CREATE_COMPLETE');
  });
});
