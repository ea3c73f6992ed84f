import { describe, expect, it, jest } from '@jest/globals';
import { readSnapshot } from 'lambdas/stack/snapshot/snapshot-cache';
import { stepWorker } from 'lambdas/stack/workflow/step-worker';
import { useStackTestEnvironment } from '../stack-test-environment.ts';

const env = await useStackTestEnvironment();

const refuseToWait = () => Promise.reject(new Error('it waits'));

describe('the snapshot cache', () => {
  it('asks no more often after a failed request', async () => {
    const name = await env.startedStack();
    env.cloudFormation.setMode('throttled');
    const before = env.calls('DescribeStacks', name);
    await Promise.allSettled(Array.from({ length: 10 }, () => env.api.description(name)));
    expect(env.calls('DescribeStacks', name) - before).toBe(1);
  });

  it('returns a recent snapshot while another reader loads a newer one', async () => {
    const name = await env.startedStack();
    const asking = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow: typeof env.stacks.findStack = async (stackName) => {
      asking.resolve();
      await released.promise;
      return env.stacks.findStack(stackName);
    };
    await env.api.description(name);
    env.clock.advance(6000);
    const first = env.apiWith({ stacks: { ...env.stacks, findStack: slow } }).description(name);
    await asking.promise;
    const { awsStackInfo } = await env.apiWith({ wait: refuseToWait }).description(name);
    expect(awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
    released.resolve();
    await first;
  });

  it.each(['a page', 'a step'])('never replaces a newer snapshot by an older answer of %s', async (who) => {
    const name = await env.startedStack();
    const findStack: typeof env.stacks.findStack = async (stackName) => {
      const found = await env.stacks.findStack(stackName);
      env.clock.advance(1);
      await env.store.putSnapshot(name, { seenAtMs: env.clock.now(), stack: null, stackId: null });
      env.clock.advance(1);
      return found;
    };
    const stacks = { ...env.stacks, findStack };
    await env.api.start(name);
    if (who === 'a page') await env.apiWith({ stacks }).description(name);
    else await stepWorker({ ...env.stepPorts, stacks })(env.lastStarted());
    expect((await env.api.description(name)).awsStackInfo).toBeNull();
  });

  it('waits until the lease of another reader expires, and then asks', async () => {
    const name = await env.startedStack();
    env.clock.advance(10_000);
    env.cloudFormation.setMode('throttled');
    await expect(readSnapshot(env.ports, name)).rejects.toMatchObject({ code: 'unavailable' });
    env.cloudFormation.setMode('normal');
    const waiting = { ...env.ports, wait: async (ms: number) => env.clock.advance(ms) };
    expect((await readSnapshot(waiting, name)).stack?.status).toBe('CREATE_COMPLETE');
  });

  it('shows the stored state when the lease of another reader lasts longer than a page waits', async () => {
    const name = await env.startedStack();
    await env.api.description(name);
    env.clock.advance(10_000);
    await env.store.acquireSnapshotLease(name, env.clock.now());
    const before = env.clock.now();
    const api = env.apiWith({ wait: async (ms) => env.clock.advance(ms) });
    const { awsStackInfo, outdatedSince } = await api.description(name);
    expect([awsStackInfo?.stackStatus, outdatedSince]).toEqual(['CREATE_COMPLETE', before - 10_000]);
    expect(env.clock.now() - before).toBe(2_000);
  });

  it.each(['seenAtMs', 'claimedUntilMs'])('asks again when the %s of the stored snapshot is damaged', async (name) => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    const stackName = await env.startedStack();
    await env.overwriteItem(`STACK#${stackName}`, 'SNAPSHOT', { seenAtMs: 0, stack: null, [name]: 'soon' });
    expect((await env.api.description(stackName)).awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
    jest.restoreAllMocks();
  });

  it('shares its snapshots with the workflow’s steps for five seconds', async () => {
    const name = await env.startedStack();
    const described = async (work: Promise<unknown>) => {
      const before = env.calls('DescribeStacks', name);
      await work;
      return env.calls('DescribeStacks', name) - before;
    };
    await env.api.stop(name);
    const input = env.lastStarted();
    expect(await described(env.step(input))).toBe(1);
    expect(await described(env.api.description(name))).toBe(0);
    env.clock.advance(5_000);
    expect(await described(env.api.description(name))).toBe(1);
    env.clock.advance(4_999);
    expect(await described(env.step(input))).toBe(0);
    // The snapshot from before this step must not reach the next one.
    env.cloudFormation.setMode('slow');
    expect(await described(env.step(input))).toBe(1);
    env.clock.advance(10_000);
    expect(await described(env.api.description(name))).toBe(1);
    env.clock.advance(5_000);
    expect(await described(env.step(input))).toBe(1);
  });

  it('gives the workflow no snapshot from before its change', async () => {
    const name = await env.startedStack();
    const seen = (await env.stacks.findStack(name)) ?? null;
    const deleteStack: typeof env.stacks.deleteStack = async (stackId) => {
      env.clock.advance(1);
      await env.store.putSnapshot(name, { seenAtMs: env.clock.now(), stack: seen, stackId });
      env.clock.advance(1);
      return env.stacks.deleteStack(stackId);
    };
    await env.api.stop(name);
    const output = await stepWorker({ ...env.stepPorts, stacks: { ...env.stacks, deleteStack } })(env.lastStarted());
    await env.step(output);
    expect(env.calls('DeleteStack', name)).toBe(1);
  });
});
