/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import CognitoFlow from 'web/features/auth/flow/cognito-flow.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const show = (answers = {}) => renderPart(<CognitoFlow />, { path: '/auth/signin/cognito', answers });

function fillIn(username: string, password: string) {
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: username } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
}

describe('the sign-in page', () => {
  it('enables its button when both fields are filled in', () => {
    show();
    const button = screen.getByRole('button', { name: 'Sign In' });
    expect(button).toHaveProperty('disabled', true);
    fillIn('ann@example.com', 'Secret123');
    expect(button).toHaveProperty('disabled', false);
  });
});
