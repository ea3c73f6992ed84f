import { describe, expect, it } from '@jest/globals';
import { describeActor } from 'web/features/stack/detail/texts';
import { log } from '../../../../../support/site/stacks.ts';

describe('an action', () => {
  it('names its actor', () => {
    expect(describeActor(log({ by: 'Ann' }))).toBe('by Ann');
    expect(describeActor(log({ by: 'schedule' }))).toBe('by schedule');
    expect(describeActor(log({ by: 'idle' }))).toBe('because the server was empty');
  });
});
