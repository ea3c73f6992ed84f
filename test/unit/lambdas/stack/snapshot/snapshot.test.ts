import { describe, expect, it } from '@jest/globals';
import type { Stack } from 'lambdas/stack/ports';
import { areEventsFinal, failureReason } from 'lambdas/stack/snapshot/snapshot';
import type { StackEvent } from 'shared-types/contract/stack';

let time = 0;
const event = (logicalResourceId: string, resourceStatus: string, reason: string | null = null): StackEvent => ({
  timestamp: ++time,
  resourceType: logicalResourceId === 'game' ? 'AWS::CloudFormation::Stack' : 'AWS::EC2::Instance',
  logicalResourceId,
  resourceStatus,
  reason,
});
const stack = (status: string, statusReason: string | null = null): Stack => ({
  stackId: 'arn:game/1',
  stackName: 'game',
  status,
  statusReason,
  creationTimeMs: 1,
  updateTimeMs: null,
  outputs: [],
  launchedBy: null,
});

describe('the failure reason of a stack', () => {
  it('names the first failure, and no canceled or earlier one', () => {
    const events = [
      event('game', 'DELETE_IN_PROGRESS', 'User Initiated'),
      event('Old', 'DELETE_FAILED', 'in use'),
      event('game', 'CREATE_IN_PROGRESS', 'User Initiated'),
      event('Server', 'CREATE_FAILED', 'no capacity'),
      event('Disk', 'CREATE_FAILED', 'no disk'),
      event('Address', 'CREATE_FAILED', 'Resource creation cancelled'),
      event('game', 'ROLLBACK_IN_PROGRESS', 'The following resource(s) failed to create: [Server].'),
      event('game', 'ROLLBACK_COMPLETE'),
    ].toReversed();
    expect(failureReason(stack('ROLLBACK_COMPLETE'), events)).toBe('Server: no capacity');
  });

  it('names every resource that blocks a deletion', () => {
    const events = [
      event('game', 'DELETE_IN_PROGRESS', 'User Initiated'),
      event('Firewall', 'DELETE_FAILED', 'in use'),
      event('Disk', 'DELETE_FAILED', null),
    ].toReversed();
    expect(failureReason(stack('DELETE_FAILED'), events)).toBe('Disk: no reason given Firewall: in use');
  });

  it('falls back to the status reason, and has a maximum length', () => {
    expect(failureReason(stack('CREATE_FAILED', 'The role cannot be assumed'), [])).toBe('The role cannot be assumed');
    expect(failureReason(stack('CREATE_FAILED'), [])).toBe('CloudFormation gives no reason.');
    expect(failureReason(stack('CREATE_FAILED', 'x'.repeat(5000)), [])).toHaveLength(1000);
  });
});

const eventsUpTo = (last: string) => ({ seenAtMs: 0, events: [event('game', last)] });

describe('the events of a stack', () => {
  it('are final when they end with the status of the stack', () => {
    expect(areEventsFinal(eventsUpTo('CREATE_COMPLETE'), stack('CREATE_COMPLETE'))).toBe(true);
    expect(areEventsFinal(eventsUpTo('DELETE_COMPLETE'), null)).toBe(true);
  });

  it('are not final during an operation, or after a later one began', () => {
    expect(areEventsFinal(eventsUpTo('CREATE_IN_PROGRESS'), stack('CREATE_IN_PROGRESS'))).toBe(false);
    expect(areEventsFinal(eventsUpTo('CREATE_COMPLETE'), stack('DELETE_IN_PROGRESS'))).toBe(false);
    expect(areEventsFinal(eventsUpTo('CREATE_COMPLETE'), null)).toBe(false);
    expect(areEventsFinal({ seenAtMs: 0, events: [] }, null)).toBe(false);
  });
});
