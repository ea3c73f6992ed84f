/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import CognitoFlow from 'web/features/auth/flow/cognito-flow.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const expired = { status: 400, body: { errorCode: 'expired', message: 'refused' } };

describe('the two-step verification', () => {
  it('leads back to the sign-in with the username after an expired sign-in, also after a reload', async () => {
    // A reload keeps the entry of the history, but not what was typed.
    const path = {
      pathname: '/auth/signin/cognito',
      state: { page: 'mfa', username: 'ann@example.com' },
    };
    renderPart(<CognitoFlow />, { path, answers: { 'POST /api/auth/cognito/sign_in_confirm': expired } });
    fireEvent.change(screen.getByLabelText('MFA code'), { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Start over' }));
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ann@example.com'));
    expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
  });
});
