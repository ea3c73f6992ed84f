/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Invitations } from 'web/features/auth/owner/invitations.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const now = Date.now();
const invitation = { invitationRef: 'a', note: 'Ann', createTime: now, expiryTime: now + 3_600_000, state: 'open' };

const show = (body: unknown) =>
  renderPart(<Invitations />, { answers: { 'GET /api/auth/owner/invitations': { body } } });

describe('Invitations', () => {
  it('says that there are none', async () => {
    show([]);
    await waitFor(() => expect(screen.getByText('No invitations yet.')).toBeTruthy());
  });

  it('shows when an open one expires, and revokes only that', async () => {
    show([invitation, { ...invitation, invitationRef: 'b', note: 'Bob', state: 'used', usedBy: 'bob@example.com' }]);
    await waitFor(() => expect(screen.getByText(/^expires /)).toBeTruthy());
    expect(screen.getByRole('button', { name: 'Revoke invitation Ann' })).toBeTruthy();
    expect(screen.getByText('used by bob@example.com')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Revoke invitation Bob' })).toBeNull();
  });

  it.each(['expired', 'revoked'])('shows one that is %s', async (state) => {
    show([{ ...invitation, note: '', state }]);
    await waitFor(() => expect(screen.getByText(state)).toBeTruthy());
    expect(screen.getByText(/^Created /)).toBeTruthy();
  });
});
