import { describe, expect, it } from '@jest/globals';
import { timelineSpans } from 'web/features/stack/detail/spans';
import { event } from '../../../../../support/site/stacks.ts';

/** Takes events in the order in which they happened. CloudFormation lists the newest first. */
const spans = (...events: ReturnType<typeof event>[]) => Object.fromEntries(timelineSpans(events.toReversed()));

describe('the timeline', () => {
  it('shows created resources green and running operations blue', () => {
    expect(
      spans(
        event(1, 'survival', 'CREATE_IN_PROGRESS'),
        event(2, 'Group', 'CREATE_IN_PROGRESS'),
        event(3, 'Group', 'CREATE_IN_PROGRESS', 'Resource creation Initiated'),
        event(5, 'Group', 'CREATE_COMPLETE'),
        event(6, 'Server', 'CREATE_IN_PROGRESS'),
      ),
    ).toEqual({
      survival: [{ color: 'blue', startMs: 1, endMs: null }],
      Group: [{ color: 'green', startMs: 2, endMs: 5 }],
      Server: [{ color: 'blue', startMs: 6, endMs: null }],
    });
  });

  it('shows a failure red and the removal after it grey', () => {
    expect(
      spans(
        event(1, 'survival', 'CREATE_IN_PROGRESS'),
        event(2, 'Server', 'CREATE_IN_PROGRESS'),
        event(4, 'Server', 'CREATE_FAILED', 'no capacity'),
        event(5, 'survival', 'ROLLBACK_IN_PROGRESS'),
        event(6, 'Server', 'DELETE_IN_PROGRESS'),
        event(8, 'Server', 'DELETE_COMPLETE'),
        event(9, 'survival', 'ROLLBACK_COMPLETE'),
      ),
    ).toEqual({
      survival: [
        { color: 'red', startMs: 1, endMs: 5 },
        { color: 'grey', startMs: 5, endMs: 9 },
      ],
      Server: [
        { color: 'red', startMs: 2, endMs: 4 },
        { color: 'grey', startMs: 6, endMs: 8 },
      ],
    });
  });

  it('starts with the last operation, so that days of running leave no gap', () => {
    expect(
      Object.keys(
        spans(
          event(1, 'survival', 'CREATE_IN_PROGRESS'),
          event(2, 'Server', 'CREATE_COMPLETE'),
          event(3, 'survival', 'CREATE_COMPLETE'),
          event(900_000_000, 'survival', 'DELETE_IN_PROGRESS'),
          event(900_000_001, 'Group', 'DELETE_IN_PROGRESS'),
        ),
      ),
    ).toEqual(['survival', 'Group']);
  });

  it('ends all resources with the stack, also those without a last event', () => {
    expect(
      spans(
        event(1, 'survival', 'DELETE_IN_PROGRESS'),
        event(2, 'Disk', 'DELETE_IN_PROGRESS'),
        event(5, 'survival', 'DELETE_COMPLETE'),
      )['Disk'],
    ).toEqual([{ color: 'grey', startMs: 2, endMs: 5 }]);
  });

  it('shows the end of an operation whose start is missing', () => {
    expect(spans(event(7, 'Server', 'CREATE_COMPLETE'))).toEqual({
      Server: [{ color: 'green', startMs: 7, endMs: 7 }],
    });
  });
});
