import { describe, expect, it } from '@jest/globals';
import { isRetired } from 'shared-types/rules/models';

describe('the retirement of a model', () => {
  it('begins with the day that the provider announced', () => {
    expect(isRetired({ retiresOn: '2026-10-23' }, '2026-10-22')).toBe(false);
    expect(isRetired({ retiresOn: '2026-10-23' }, '2026-10-23')).toBe(true);
  });

  it('never comes without an announced day', () => {
    expect(isRetired({}, '2099-01-01')).toBe(false);
  });
});
