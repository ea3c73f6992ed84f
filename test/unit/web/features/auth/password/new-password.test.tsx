/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { passwordMessage } from 'shared-types/rules/auth/password';
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

  it('shows the error only after the field was left', () => {
    show('abc');
    expect(screen.queryByText(passwordMessage)).toBeNull();
    fireEvent.blur(screen.getByLabelText('Password'));
    expect(screen.getByText(passwordMessage)).toBeTruthy();
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
  });

  it('complains about a different second password', () => {
    show('Abcdefg1', 'Abcdefg2');
    fireEvent.blur(screen.getByLabelText('Confirm password'));
    expect(screen.getByText('password not match')).toBeTruthy();
  });
});

it.each([
  ['Abcdefg1', 'Abcdefg1', true],
  ['Abcdefg1', 'Abcdefg2', false],
  ['abc', 'abc', false],
])('isValidNewPassword(%j, %j) is %s', (password, repeated, expected) => {
  expect(isValidNewPassword(password, repeated)).toBe(expected);
});
