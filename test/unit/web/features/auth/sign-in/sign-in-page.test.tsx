/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import CognitoFlow from 'web/features/auth/flow/cognito-flow.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const show = (answers = {}) => renderPart(<CognitoFlow />, { path: '/auth/signin/cognito', answers });

function fillIn(username: string, password: string) {
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: username } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
}

const refuse = (errorCode: string) => ({
  'POST /api/auth/cognito/sign_in': { status: 400, body: { errorCode, message: 'refused' } },
});

describe('the sign-in page', () => {
  it('enables its button when both fields are filled in', () => {
    show();
    const button = screen.getByRole('button', { name: 'Sign In' });
    expect(button).toHaveProperty('disabled', true);
    fillIn('ann@example.com', 'Secret123');
    expect(button).toHaveProperty('disabled', false);
  });

  it('shows wrong credentials under the password, until something is typed', async () => {
    show(refuse('incorrectUsernameOrPassword'));
    fillIn('ann@example.com', 'Secret123');
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(screen.getByText('Incorrect username or password')).toBeTruthy());
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    fillIn('ann@example.com', 'Secret1234');
    expect(screen.queryByText('Incorrect username or password')).toBeNull();
  });

  it('goes on to the two-step verification', async () => {
    show(refuse('requireMFA'));
    fillIn('Ann@Example.com ', 'Secret123');
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Two-step verification' })).toBeTruthy());
    expect(screen.getByLabelText('MFA code')).toBeTruthy();
  });

  it('leads to the sign-up page', async () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: "Don't have an account? Sign Up" }));
    await waitFor(() => expect(screen.getByLabelText('Invitation code')).toBeTruthy());
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'ann' } });
    fireEvent.blur(screen.getByLabelText('Username'));
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('button', { name: 'Sign Up' })).toHaveProperty('disabled', true);
  });
});
