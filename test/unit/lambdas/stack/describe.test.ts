import { describe, expect, it } from '@jest/globals';
import { AppError } from 'lambdas/platform/app-error';
import { asStackInfo } from 'lambdas/stack/describe';
import { allRights, noRights } from 'lambdas/stack/rights/rights';
import { type StackPorts, stackRoutes } from 'lambdas/stack/routes';
import { useStackTestEnvironment } from './stack-test-environment.ts';
import { person } from '../../../support/person.ts';

const env = await useStackTestEnvironment();
const user = person('cognito|ann', 'Ann');

/** Returns the cards of stacks, as one call of the list brings them. */
async function cards(names: string[], change: Partial<StackPorts> = {}) {
  const routes = stackRoutes({ ...env.ports, ...change });
  const { described } = await routes.listStacks({ params: {}, query: { describe: names.join() }, body: {}, user });
  return described ?? {};
}

const newStacks = (count: number) => Array.from({ length: count }, () => env.newStack());
const asked = (names: string[]) => names.filter((name) => env.calls('DescribeStacks', name) > 0).length;

describe('the cards in the list of stacks', () => {
  it('are missing unless they are asked for', async () => {
    expect(await env.api.list()).not.toHaveProperty('described');
  });

  it('are those of the asked stacks, and no others reach AWS', async () => {
    const [up, absent, other] = [await env.startedStack(), ...newStacks(2)];
    const before = env.cloudFormation.calls();
    const found = await cards([up, absent ?? '', up, 'HomePage', '*']);
    expect(found).toEqual({
      [up]: await env.api.description(up),
      [absent ?? '']: { awsStackInfo: null, actionLogs: [], rights: allRights },
    });
    expect(asked([other ?? ''])).toBe(0);
    const added = Object.keys(env.cloudFormation.calls()).filter((call) => !(call in before));
    expect(added).toEqual([`DescribeStacks ${absent}`]);
  });

  it('have the rights of the user for each stack', async () => {
    const names = newStacks(2);
    const of = (name: string) => (name === names[0] ? allRights : noRights);
    const found = await cards(names, { rightsOf: async () => ({ of, isForEveryone: false }) });
    expect(names.map((name) => found[name]?.rights)).toEqual([allRights, noRights]);
  });

  it('come from the snapshots that all readers share', async () => {
    const names = newStacks(25);
    const before = () => names.map((name) => env.calls('DescribeStacks', name));
    await cards(names);
    await Promise.all([cards(names), env.api.description(names[3] ?? '')]);
    expect(before()).toEqual(names.map(() => 1));
    env.clock.advance(5_000);
    await Promise.all([cards(names), cards(names)]);
    expect(before()).toEqual(names.map(() => 2));
  });

  it('ask CloudFormation about five stacks at a time', async () => {
    const names = newStacks(25);
    let running = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const findStack: typeof env.stacks.findStack = async (name) => {
      most = Math.max(most, (running += 1));
      // No question ends before four others have begun.
      await new Promise<void>((resolve) => {
        if (waiting.push(resolve) === 5) waiting.splice(0).forEach((end) => end());
      });
      const found = await env.stacks.findStack(name);
      running -= 1;
      return found;
    };
    expect(Object.keys(await cards(names, { stacks: { ...env.stacks, findStack } }))).toHaveLength(25);
    expect(most).toBe(5);
  });

  it('show the last known states after the first questions that CloudFormation leaves open', async () => {
    const known = newStacks(20);
    const seenAt = env.clock.now();
    await cards(known);
    const unknown = newStacks(5);
    env.clock.advance(60_000);
    env.cloudFormation.setMode('throttled');
    const before = known.map((name) => env.calls('DescribeStacks', name));
    const found = await cards([...known, ...unknown]);
    expect(known.map((name) => found[name]?.outdatedSince)).toEqual(known.map(() => seenAt));
    expect(unknown.filter((name) => name in found)).toEqual([]);
    const more = known.filter((name, index) => env.calls('DescribeStacks', name) > (before[index] ?? 0));
    // Five questions are open when the fifth failure comes, and each failure before lets another one begin.
    expect(more.length + asked(unknown)).toBeLessThan(10);
    env.cloudFormation.setMode('normal');
    env.clock.advance(6_000);
    const fresh = await cards([...known, ...unknown]);
    expect(Object.values(fresh).filter((card) => 'outdatedSince' in card)).toEqual([]);
    expect(Object.keys(fresh)).toHaveLength(25);
  });

  it('are up to date but for the one that CloudFormation does not tell', async () => {
    const names = newStacks(12);
    await cards(names);
    env.clock.advance(60_000);
    const findStack: typeof env.stacks.findStack = (name) =>
      name === names[0] ? Promise.reject(new AppError('unavailable', 'denied')) : env.stacks.findStack(name);
    const found = await cards(names, { stacks: { ...env.stacks, findStack } });
    expect(names.filter((name) => found[name]?.outdatedSince !== undefined)).toEqual([names[0]]);
  });

  it('are in time when CloudFormation takes two seconds for each answer', async () => {
    const names = newStacks(25);
    await cards(names);
    env.clock.advance(60_000);
    const begunAt = env.clock.now();
    const findStack: typeof env.stacks.findStack = async (name) => {
      env.clock.advance(2_000);
      return env.stacks.findStack(name);
    };
    const found = Object.values(await cards(names, { stacks: { ...env.stacks, findStack } }));
    expect(found).toHaveLength(25);
    // Five are asked about at once at most, so each of them moves the clock.
    expect(env.clock.now() - begunAt).toBeLessThanOrEqual(5_000 + 5 * 2_000);
    expect(found.some((card) => 'outdatedSince' in card)).toBe(true);
  });
});

describe('the stack info of the API', () => {
  const stack = {
    stackId: 'arn:game/1',
    stackName: 'game',
    status: 'CREATE_COMPLETE',
    statusReason: null,
    creationTimeMs: 1,
    updateTimeMs: null,
    outputs: [],
    launchedBy: null,
  };

  it('shows a scheduled stop only for the stack that it was scheduled for', () => {
    const launch = { actionId: 'a', stackId: 'arn:game/1', stopsAtMs: 99 };
    const shown = (given: typeof launch | null) =>
      asStackInfo(stack, { hourlyPrice: null, launch: given, now: new Date(0) });
    expect(shown(launch).stopsAt).toBe(99);
    expect(shown({ ...launch, stackId: 'arn:game/2' }).stopsAt).toBeNull();
    expect(shown(null).stopsAt).toBeNull();
  });
});
