/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import CognitoFlow from 'web/features/auth/flow/cognito-flow.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

describe('the flow of signing up', () => {
  it('knows the username at its end, even after a reload in its middle', async () => {
    const state = { page: 'sign_up_confirm', username: 'ann@example.org' };
    renderPart(<CognitoFlow />, {
      path: { pathname: '/auth/signin/cognito', state },
      answers: { 'POST /api/auth/cognito/sign_up_confirm': { body: {} } },
    });
    fireEvent.change(screen.getByLabelText('Confirmation code'), { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm Sign Up' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sign In Page' }));
    expect(await screen.findByLabelText('Username')).toHaveProperty('value', 'ann@example.org');
  });
});
