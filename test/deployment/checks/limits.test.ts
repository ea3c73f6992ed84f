import { describe, expect, it } from '@jest/globals';
import { limits } from 'infra/limits';

describe('the limits of AWS', () => {
  // A changed number changes what the synthesis refuses and what the local cloud imitates. infra/src/limits.ts names the pages.
  it('are those that its documentation named on 22 November 2026', () => {
    expect(limits).toEqual({
      environmentBytes: 4_096,
      invocationBytes: 6_291_456,
      asynchronousEventBytes: 262_144,
      concurrentExecutions: 10,
      recursiveInvocations: 16,
      managedPoliciesOfRole: 10,
      managedPolicyBytes: 6_144,
      inlinePolicyBytes: 10_240,
      sqsBytes: 1_048_576,
      snsBytes: 262_144,
      snsSubjectLength: 100,
      snsFilterPolicies: 200,
      snsFilterKeys: 5,
      snsFilterCombinations: 150,
      snsMailsPerSecond: 10,
      itemBytes: 409_600,
      httpApiSeconds: 30,
      parameterBytes: 4_096,
      advancedParameterBytes: 8_192,
      parametersOfCall: 10,
      executionInputBytes: 262_144,
      templateBytes: 1_000_000,
    });
  });
});
