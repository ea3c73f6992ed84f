import { describe, expect, it } from '@jest/globals';
import { describeActor } from 'web/features/stack/detail/texts';
import { log } from '../../../../../support/site/stacks.ts';

describe('an action', () => {
  it('names its actor', () => {
    expect(describeActor(log({ by: 'Ann' }))).toBe('by Ann');
    expect(describeActor(log({ by: 'schedule', isBySite: true }))).toBe('by schedule');
    expect(describeActor(log({ by: 'idle', isBySite: true }))).toBe('because the server was empty');
    // A person may have any name.
    expect(describeActor(log({ by: 'hours' }))).toBe('by hours');
  });
});
