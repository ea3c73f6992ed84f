import { afterAll, describe, expect, it } from '@jest/globals';
import { never, startCloud } from '../support/aws/cloud.ts';
import type { Fault } from '../support/aws/faults.ts';
import { runWithFaults } from '../support/faults/scenario.ts';
import { googleUser } from './google-scenario.ts';
import { signInWhereverKilled } from './sign-in-kills.ts';
import { signInScenarios } from './sign-in-scenarios.ts';

const cloud = await startCloud({ listing: { refreshSchedule: never } });
afterAll(() => cloud.close());

const { newUser, returningUser } = signInScenarios(cloud);

describe.each([
  ['a new user', newUser],
  ['a returning user', returningUser],
  ['a user of Google', googleUser(cloud)],
])('%s', (_who, scenario) => {
  it.each<[string, Fault]>([
    ['each kind of call is throttled once', { outcome: 'throttled', ofEachKind: true }],
    ['every call breaks once', { outcome: 'failed' }],
    ['each kind of write meets another transaction once', { outcome: 'conflict', ofEachKind: true }],
  ])('signs in while %s', async (_, fault) => {
    expect(await runWithFaults(cloud, scenario, fault)).not.toEqual([]);
  });
});

// The kills of the other sign-ins are in test/load.
it('signs a new user in wherever the function is killed', async () => {
  expect((await signInWhereverKilled(cloud, newUser)).length).toBeGreaterThanOrEqual(5);
});
