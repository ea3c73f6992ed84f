import { describe, expect, it } from '@jest/globals';
import { ownerByEmail } from 'lambdas/platform/http/owner';

const user = { userId: 'cognito|1', name: 'Ann', avatarUrl: null };

describe('the owner', () => {
  it.each([
    ['ann@example.org', 'ann@example.org', true],
    ['Ann@Example.org', 'ann@example.org', true],
    ['ann@example.org', 'bob@example.org', false],
    ['ann@example.org', '', false],
    ['', 'ann@example.org', false],
    ['', '', false],
  ])('compares the owner %j with the user %j: %s', async (owner, email, expected) => {
    expect(await ownerByEmail(owner)({ ...user, email })).toBe(expected);
  });

  it('is no user without an address', async () => {
    expect(await ownerByEmail('ann@example.org')(user)).toBe(false);
    expect(await ownerByEmail('')(user)).toBe(false);
  });
});
