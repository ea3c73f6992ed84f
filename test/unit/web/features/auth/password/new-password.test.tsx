/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { isValidNewPassword, NewPassword } from 'web/features/auth/password/new-password.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const show = (password: string, repeated = '') =>
  renderPart(<NewPassword password={password} repeated={repeated} onChange={() => undefined} />);

describe('NewPassword', () => {
  it('marks the rules that the password keeps', () => {
    const { container } = show('abc1');
    const kept = [...container.querySelectorAll('.holds')].map(({ textContent }) => textContent);
    expect(kept).toEqual(['✓ a digit: met', '✓ a lower case letter: met']);
  });
});

it.each([
  ['Abcdefg1', 'Abcdefg1', true],
  ['Abcdefg1', 'Abcdefg2', false],
  ['abc', 'abc', false],
])('isValidNewPassword(%j, %j) is %s', (password, repeated, expected) => {
  expect(isValidNewPassword(password, repeated)).toBe(expected);
});
