import { describe, expect, it } from '@jest/globals';
import { commonPasswords } from 'infra/common-passwords';
import { refuseGuessable } from 'lambdas/auth/password/guessable-password';

const context = { username: 'ann.blacksmith@example.org', siteName: 'Our Lighthouse' };
const refuse = (password: string) => () => refuseGuessable(password, context);

describe('a new password', () => {
  it.each(['Password1', 'PASSword123', '!Password1!', '-password123?', 'Ｐassword1'])(
    'is refused when it is a common one: %s',
    (password) => {
      expect(refuse(password)).toThrow('This password is too common. Choose another one');
    },
  );

  it.each([
    'Blacksmith-2026',
    'AnnBLACKSMITH1',
    'Lighthouse123',
    'blacksmith-Example-1',
    'Ann.Blacksmith@example.org-1',
    'Lighthouse-ABC-1',
  ])('is refused when the username or the name of the site is most of it: %s', (password) => {
    expect(refuse(password)).toThrow(
      'This password is too close to your username or the name of this site. Choose another one',
    );
  });

  it.each([
    'Aa345678',
    'Correct-horse-1',
    'My-Password1-is-longer',
    'Blacksmith-horse-77',
    'Ann-345678',
    '密码Aa345678',
  ])('is accepted when it is neither: %s', (password) => {
    expect(refuse(password)).not.toThrow();
  });
});

describe('the list of common passwords', () => {
  it('has those which pass the rules for passwords when some letters are in upper case', () => {
    const list = commonPasswords().split('\n');
    expect(list).toEqual(expect.arrayContaining(['password1', 'qwerty123', '1q2w3e4r', 'abcd1234']));
    expect(list).toHaveLength(3000);
    // Others are refused by the rules.
    expect(list.filter((word) => !/^(?=.*[a-z])(?=.*\d).{8,}$/.test(word))).toEqual([]);
  });
});
