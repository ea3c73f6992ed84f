/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { rememberChannel } from 'web/features/auth/news/this-browser';
import Overlays from 'web/overlays.tsx';
import { renderPart } from '../../support/browser/render.tsx';

afterEach(() => localStorage.clear());

const isRemembered = () => localStorage.getItem('channel of this browser') !== null;

it.each([
  ['ends the messages of a former person', 'bob', false],
  ['keeps those of the same person', 'ann', true],
])('every page %s', async (_, userId, isLeft) => {
  rememberChannel({ channelId: 'c-1', userId: 'ann' });
  const userContext = { userId, name: userId, avatarUrl: null };
  renderPart(<Overlays isPaletteOpen={false} openPalette={() => {}} />, {
    answers: { 'GET /api/auth/session': { body: { data: { userContext } } } },
  });
  await screen.findByRole('region', { name: 'Notifications' });
  await waitFor(() => expect(localStorage.getItem('owner of drafts')).toBe(userId));
  await waitFor(() => expect(isRemembered()).toBe(isLeft));
});
