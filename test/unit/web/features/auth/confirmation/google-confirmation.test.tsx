/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { GoogleConfirmation } from 'web/features/auth/confirmation/google-confirmation.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';

const start = 'POST /api/auth/google/reauthenticate';
const step = (stateToken: string) => ({
  body: {
    authorization_endpoint: 'https://accounts.example/auth',
    clientId: 'client-1',
    stateToken,
    codeChallenge: 'c',
  },
});

const linkName = 'Continue with Google';
const stateTokenOfLink = async () => {
  const link = await screen.findByRole('link', { name: linkName });
  const state = new URL(link.getAttribute('href') ?? '').searchParams.get('state') ?? '';
  return Buffer.from(state, 'base64url').toString();
};

const ignore = () => {};

it('does not lead to Google with a step that is used up', async () => {
  const answers: NonNullable<RenderOptions['answers']> = { [start]: step('token-1') };
  renderPart(<GoogleConfirmation userId="google|1" onConfirmed={ignore} onCancel={ignore} />, { answers });
  expect(await stateTokenOfLink()).toContain('token-1');

  const next = Promise.withResolvers<ReturnType<typeof step>>();
  answers[start] = next.promise;
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'confirmation', newValue: 'cancelled' })));
  expect(await screen.findByText('You canceled at Google.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: linkName })).toBeNull();

  next.resolve(step('token-2'));
  expect(await stateTokenOfLink()).toContain('token-2');
});
