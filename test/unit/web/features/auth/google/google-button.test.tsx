/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { GoogleButton } from 'web/features/auth/google/google-button.tsx';
import { claimDrafts, readOfDraft } from 'web/lib/draft-storage';
import { renderPart } from '../../../../../support/browser/render.tsx';

const init = {
  authorization_endpoint: 'https://accounts.example/auth',
  clientId: 'client-1',
  stateToken: 'token-1',
  codeChallenge: 'challenge-1',
};

it('shows no draft of another person on the page after a sign-in with Google', async () => {
  claimDrafts('ann');
  localStorage.setItem('draft new', 'half a thought');
  renderPart(<GoogleButton redirectUrl="/chat" />, { answers: { 'GET /api/auth/google/init': { body: init } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in with Google' }));
  await waitFor(() => expect(readOfDraft('draft new')).toBeNull());
  claimDrafts('ann');
  expect(readOfDraft('draft new')).toBe('half a thought');
});
