/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { failureCause } from 'web/features/stack/detail/status-summary.tsx';
import { event } from '../../../../../support/site/stacks.ts';

describe('the cause of a failure', () => {
  const events = [
    event(5, 'survival', 'ROLLBACK_IN_PROGRESS', 'The following resource(s) failed to create: [Server, Disk].'),
    event(4, 'Disk', 'CREATE_FAILED', 'Resource creation cancelled'),
    event(3, 'Server', 'CREATE_FAILED', 'no capacity'),
    event(2, 'Group', 'CREATE_FAILED', 'Resource creation cancelled'),
    event(1, 'Group', 'CREATE_FAILED'),
  ];

  it('is the first failure, not the operations that were canceled because of it', () => {
    expect(failureCause(events, 'rolledBack')).toBe('Server: no capacity');
  });

  it('is the resource that could not be deleted when a stop fails', () => {
    expect(failureCause([event(6, 'Group', 'DELETE_FAILED', 'in use'), ...events], 'partlyDeleted')).toBe(
      'Group: in use',
    );
  });

  it('is undefined for a server that is up', () => {
    expect(failureCause(events, 'running')).toBeUndefined();
  });
});
