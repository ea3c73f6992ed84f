import { describe, expect, it } from '@jest/globals';
import { describeActor } from 'shared-types/rules/stack/actor';

describe('an action', () => {
  it('names its actor', () => {
    expect(describeActor({ by: 'Ann' })).toBe('by Ann');
    expect(describeActor({ by: 'schedule', isBySite: true })).toBe('at its scheduled time');
    // A start at a weekly time.
    expect(describeActor({ by: 'schedule' })).toBe('at its scheduled time');
    expect(describeActor({ by: 'idle', isBySite: true })).toBe('because the server was empty');
    // A person may have any name.
    expect(describeActor({ by: 'hours' })).toBe('by hours');
  });
});
