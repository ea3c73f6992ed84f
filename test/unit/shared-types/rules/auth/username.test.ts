import { describe, expect, it } from '@jest/globals';
import { isUsername, usernameOf } from 'shared-types/rules/auth/username';

describe('usernameOf', () => {
  it('is the same however it is typed', () => {
    expect(usernameOf('  Ann.Lee@Example.ORG\n')).toBe('ann.lee@example.org');
  });
});

describe('isUsername', () => {
  it.each(['a@b.cc', 'ann.lee+home@mail.example.org', '用户@例子.中国'])('takes %s', (username) => {
    expect(isUsername(username)).toBe(true);
  });

  it.each([
    '',
    'ann',
    'ann@',
    '@b.cc',
    'ann@b',
    'a b@c.dd',
    'a@b@c.dd',
    'ann@b..cc',
    'ann@b.',
    'a\u0000@b.cc',
    `${'a'.repeat(130)}@b.cc`,
  ])('refuses %j', (username) => {
    expect(isUsername(username)).toBe(false);
  });
});
