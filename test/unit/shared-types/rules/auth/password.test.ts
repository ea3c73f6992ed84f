import { describe, expect, it } from '@jest/globals';
import { passwordMessage, passwordProblem } from 'shared-types/rules/auth/password';

describe('passwordProblem', () => {
  it.each([
    'Abcdefg1',
    'Aa345678',
    'pass WORD 1 with spaces',
    'Пароль-Aa1',
    '密码密码密Aa1',
    '🐎🐎🐎🐎🐎Aa1',
    `Aa1${'x'.repeat(253)}`,
  ])('takes %s', (password) => {
    expect(passwordProblem(password)).toBeUndefined();
  });

  it.each([
    ['', 'nothing'],
    ['Abcdef1', 'seven characters'],
    ['🐎🐎Aa1', 'few characters that take many bytes'],
    ['abcdefg1', 'no upper case'],
    ['ABCDEFG1', 'no lower case'],
    ['Abcdefgh', 'no digit'],
    ['Abcdefg١', 'a digit that the service does not count'],
  ])('refuses %j: %s', (password) => {
    expect(passwordProblem(password)).toBe(passwordMessage);
  });

  it('says in its own words what the service would refuse beyond the rule', () => {
    expect(passwordProblem(`Aa1${'x'.repeat(254)}`)).toBe('password should be at most 256 characters');
    expect(passwordProblem(' Abcdefg1')).toBe('password should not begin or end with a space');
    expect(passwordProblem('Abcdefg1\t')).toBe('password should not begin or end with a space');
  });
});
