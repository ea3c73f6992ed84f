import { describe, expect, it } from '@jest/globals';
import { stepWorker } from 'lambdas/stack/actions/step-worker';
import { openStackWorld } from '../stack-test-environment.ts';

const world = await openStackWorld();

const minuteMs = 60_000;

/** Runs the last action, and lets CloudFormation be itself again after some time. */
async function finishDuringOutage(ms: number, over: () => void) {
  const until = world.clock.now() + ms;
  const step: typeof world.step = (input) => {
    if (world.clock.now() >= until) over();
    return world.step(input);
  };
  return world.drive(world.lastStarted(), step);
}

describe('CloudFormation', () => {
  it.each(['start', 'restart', 'stop'] as const)(
    'throttled for a minute delays a %s and harms nothing',
    async (action) => {
      const name = await world.launched();
      const before = world.calls('CreateStack', name);
      await world.api[action](name);
      world.cloudFormation.setMode('throttled');
      await finishDuringOutage(minuteMs, () => world.cloudFormation.setMode('normal'));
      expect(await world.logs(name)).toMatchObject([{ action: action.toUpperCase(), syncStatus: 'SUCCEEDED' }, {}]);
      expect(world.calls('CreateStack', name) - before).toBe(action === 'restart' ? 1 : 0);
      expect(await world.statusOf(name)).toBe(action === 'stop' ? null : 'CREATE_COMPLETE');
    },
  );

  it('throttled when the stack is to be created delays it', async () => {
    const name = world.newStack();
    await world.api.start(name);
    const stacks = {
      ...world.stacks,
      createStack: (...given: Parameters<typeof world.stacks.createStack>) => {
        world.cloudFormation.setMode('throttled');
        return world.stacks.createStack(...given);
      },
    };
    const output = await stepWorker({ ...world.stepPorts, stacks })(world.lastStarted());
    expect(output).toMatchObject({ verdict: 'wait', waitSeconds: 10, unreachable: 1 });
    world.cloudFormation.setMode('normal');
    await world.drive(output);
    expect(await world.logs(name)).toMatchObject([{ syncStatus: 'SUCCEEDED' }]);
  });

  it('heard from again has all its patience back', async () => {
    const name = await world.launched();
    await world.api.stop(name);
    const input = world.lastStarted();
    await world.step(input);
    expect(await world.step({ ...input, unreachable: 11 })).toMatchObject({ verdict: 'wait', unreachable: 0 });
  });

  it('deletes the stack that was looked at, and none that has come in its place', async () => {
    const name = await world.launched();
    const seen = await world.stacks.findStack(name);
    await world.api.stop(name);
    const removed: string[] = [];
    const stacks = {
      ...world.stacks,
      deleteStack: (stackId: string) => {
        removed.push(stackId);
        return world.stacks.deleteStack(stackId);
      },
    };
    await world.drive(world.lastStarted(), stepWorker({ ...world.stepPorts, stacks }));
    expect(removed).toEqual([seen?.stackId]);
  });

  it.each(['throttled', 'denied'])(
    '%s for good fails the action, which has created and deleted nothing',
    async (how) => {
      const name = world.newStack();
      await world.api.start(name);
      if (how === 'throttled') world.cloudFormation.setMode('throttled');
      else world.deny(true);
      const begun = world.clock.now();
      await world.finish();
      expect(world.clock.now() - begun).toBeGreaterThan(5 * minuteMs);
      expect((await world.store.getState(name, 1)).actions).toMatchObject([
        { syncStatus: 'FAILED', reason: expect.stringMatching(/CloudFormation|service/) },
      ]);
      expect([world.calls('CreateStack', name), world.calls('DeleteStack', name)]).toEqual([0, 0]);
    },
  );

  it('that cannot create a resource fails the start with its reason, and the next start recovers', async () => {
    const name = world.newStack();
    world.cloudFormation.setMode('createFails');
    await world.api.start(name);
    await world.finish();
    const [failed] = await world.logs(name);
    expect(failed).toMatchObject({ action: 'START', syncStatus: 'FAILED' });
    expect(failed?.reason).toMatch(/^The stack could not be created\. Server: .*limit of your account/);
    expect(await world.statusOf(name)).toBe('ROLLBACK_COMPLETE');
    world.cloudFormation.setMode('normal');
    await world.api.start(name);
    await world.finish();
    expect(await world.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'SUCCEEDED' }, {}]);
    expect(await world.statusOf(name)).toBe('CREATE_COMPLETE');
  });

  it('that cannot delete a resource is asked twice, and then the stop names it', async () => {
    const name = await world.launched();
    world.cloudFormation.setMode('deleteFails');
    await world.api.stop(name);
    await world.finish();
    expect(world.calls('DeleteStack', name)).toBe(2);
    const reason = expect.stringMatching(/^The stack cannot be deleted\. Server: .*dependent object/);
    expect(await world.logs(name)).toMatchObject([{ action: 'STOP', syncStatus: 'FAILED', reason }, {}]);
    await world.api.start(name);
    await world.finish();
    expect(await world.logs(name)).toMatchObject([{ action: 'START', syncStatus: 'FAILED', reason }, {}, {}]);
    world.cloudFormation.setMode('normal');
    await world.api.stop(name);
    await world.finish();
    expect(await world.logs(name)).toMatchObject([{ action: 'STOP', syncStatus: 'SUCCEEDED' }, {}, {}, {}]);
  });

  it('that refuses a parameter fails the start in its own words', async () => {
    const name = world.newStack({ parameters: { Nonsense: '1' } });
    await world.api.start(name);
    await world.finish();
    expect(await world.logs(name)).toMatchObject([
      {
        syncStatus: 'FAILED',
        reason: 'CloudFormation refused: Parameters: [Nonsense] do not exist in the template',
      },
    ]);
  });
});

describe('a stack deleted by hand', () => {
  it('while it starts fails the start, which does not fight it', async () => {
    const name = world.newStack();
    await world.api.start(name);
    await world.step(world.lastStarted());
    await world.deleteByHand(name);
    world.clock.advance(10_000);
    await world.finish();
    expect(await world.logs(name)).toMatchObject([
      { syncStatus: 'FAILED', reason: 'The stack was deleted while it was starting.' },
    ]);
    expect(world.calls('CreateStack', name)).toBe(1);
  });

  it.each(['stop', 'restart'] as const)('while it is to %s is what was wanted', async (action) => {
    const name = await world.launched();
    await world.api[action](name);
    await world.deleteByHand(name);
    await world.finish();
    expect(await world.logs(name)).toMatchObject([{ action: action.toUpperCase(), syncStatus: 'SUCCEEDED' }, {}]);
    expect(await world.statusOf(name)).toBe(action === 'stop' ? null : 'CREATE_COMPLETE');
  });
});
