/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import CognitoFlow from 'web/features/auth/flow/cognito-flow.tsx';
import { claimDrafts, readOfDraft } from 'web/lib/draft-storage';
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

describe('the forms of signing in', () => {
  const session = { data: { userContext: { name: 'Ann', userId: 'u-1', avatarUrl: null } } };

  it.each(['sign_in', 'mfa'])('lead a signed-in user who goes back to them on to the site: %s', async (page) => {
    const flow = (
      <Routes>
        <Route path="/auth/signin/cognito" element={<CognitoFlow />} />
        <Route path="/stack" element="the stacks" />
      </Routes>
    );
    const entry = { pathname: '/auth/signin/cognito', search: '?redirectUrl=%2Fstack', state: { page } };
    const answers = { 'GET /api/auth/session': { body: session } };
    renderPart(flow, { path: entry, answers });
    await waitFor(() => expect(screen.getByText('the stacks')).toBeTruthy());
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

it('shows no draft of another person on the page after a sign-in', async () => {
  claimDrafts('ann');
  localStorage.setItem('draft new', 'half a thought');
  renderPart(<CognitoFlow />, {
    path: '/auth/signin/cognito',
    answers: { 'POST /api/auth/cognito/sign_in': { body: {} } },
  });
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'bob@example.org' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Secret123' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(readOfDraft('draft new')).toBeNull());
  claimDrafts('ann');
  expect(readOfDraft('draft new')).toBe('half a thought');
});
