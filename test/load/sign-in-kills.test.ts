import { afterAll, expect, it } from '@jest/globals';
import { googleUser } from '../faults/google-scenario.ts';
import { signInWhereverKilled } from '../faults/sign-in-kills.ts';
import { signInScenarios } from '../faults/sign-in-scenarios.ts';
import { never, startCloud } from '../support/aws/cloud.ts';

const cloud = await startCloud({ listing: { refreshSchedule: never } });
afterAll(() => cloud.close());

it.each([
  ['a returning user', signInScenarios(cloud).returningUser, 5],
  ['a user of Google', googleUser(cloud), 3],
])('%s signs in wherever the function is killed', async (_who, scenario, writes) => {
  expect((await signInWhereverKilled(cloud, scenario)).length).toBeGreaterThanOrEqual(writes);
});
