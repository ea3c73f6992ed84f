import { afterAll, describe, expect, it } from '@jest/globals';
import type { AwsCall } from 'local/aws/endpoint';
import { never, startCloud } from '../support/aws/cloud.ts';
import { type Fault, isWrite } from '../support/aws/faults.ts';
import { runWithFaultAtEachCall, runWithFaults } from '../support/faults/scenario.ts';
import { googleUser } from './google-scenario.ts';
import { signInScenarios } from './sign-in-scenarios.ts';

const cloud = await startCloud({ listing: { refreshSchedule: never } });
afterAll(() => cloud.close());

const { newUser, returningUser } = signInScenarios(cloud);

/** Counters are written with every attempt. A counter that is wrong by one only limits one attempt earlier. */
const isStep = (call: AwsCall) => isWrite(call) && !JSON.stringify(call.input).includes('LIMIT#');

describe.each([
  ['a new user', newUser, 5],
  ['a returning user', returningUser, 5],
  ['a user of Google', googleUser(cloud), 3],
])('%s', (_who, scenario, writes) => {
  it.each<[string, Fault]>([
    ['each kind of call is throttled once', { outcome: 'throttled', ofEachKind: true }],
    ['every call breaks once', { outcome: 'failed' }],
    ['each kind of write meets another transaction once', { outcome: 'conflict', ofEachKind: true }],
  ])('signs in while %s', async (_, fault) => {
    expect(await runWithFaults(cloud, scenario, fault)).not.toEqual([]);
  });

  it('signs in wherever the function is killed', async () => {
    const killed = await runWithFaultAtEachCall(cloud, scenario, { outcome: 'crash', where: isStep });
    expect(killed.length).toBeGreaterThanOrEqual(writes);
  });
});
