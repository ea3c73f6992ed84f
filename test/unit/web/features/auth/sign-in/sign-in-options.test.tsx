/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { SignInOptions } from 'web/features/auth/sign-in/sign-in-options.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

function show(search: string) {
  // On other pages, a visitor is sent to this one.
  history.replaceState(null, '', '/auth');
  renderPart(<SignInOptions />, {
    path: `/auth${search}`,
    answers: { 'GET /api/auth/session': { status: 401, body: { errorCode: 'unauthenticated', message: 'no' } } },
  });
}

describe('the ways to sign in', () => {
  it.each(['notAllowed', 'expired', 'provider', 'sessionEnded'])(
    'have a sentence about the return with %s',
    async (error) => {
      show(`?error=${error}`);
      expect((await screen.findByRole('alert')).textContent).toMatch(/^[A-Z].*\.$/);
    },
  );

  it.each(['', '?error=toString', '?error=%3Cb%3E'])('have none at "%s"', async (search) => {
    show(search);
    await screen.findByText('Sign in with Cognito');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
