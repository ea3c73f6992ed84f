import { describe, expect, it } from '@jest/globals';
import { ownerByEmail } from 'lambdas/platform/http/owner';
import { person } from '../../../../support/person.ts';

const user = person('cognito|1', 'Ann');

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
});
