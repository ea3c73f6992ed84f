import { describe, expect, it } from '@jest/globals';
import { withTicked } from 'web/features/ljmonitor/filter';

describe('the filter in the address', () => {
  it('adds and removes one community and leaves the rest alone', () => {
    const ticked = withTicked(new URLSearchParams('a=1&resblockId=111111'), '222222', true);
    expect(ticked.toString()).toBe('a=1&resblockId=111111&resblockId=222222');
    expect(withTicked(ticked, '111111', false).toString()).toBe('a=1&resblockId=222222');
  });

  it('has a community once', () => {
    expect(withTicked(new URLSearchParams('resblockId=1'), '1', true).toString()).toBe('resblockId=1');
  });
});
