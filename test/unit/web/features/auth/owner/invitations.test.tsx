/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Invitations } from 'web/features/auth/owner/invitations.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';

const now = Date.now();
const invitation = { invitationRef: 'a', note: 'Ann', createTime: now, expiryTime: now + 3_600_000, state: 'open' };

const show = (body: unknown) =>
  renderPart(<Invitations />, { answers: { 'GET /api/auth/owner/invitations': { body } } });

describe('Invitations', () => {
  it('says that there are none', async () => {
    show([]);
    await waitFor(() => expect(screen.getByText('No invitations yet.')).toBeTruthy());
  });

  it.each(['expired', 'revoked'])('shows one that is %s', async (state) => {
    show([{ ...invitation, note: '', state }]);
    await waitFor(() => expect(screen.getByText(state)).toBeTruthy());
    expect(screen.getByText(/^Created /)).toBeTruthy();
  });

  it('lists one that was created while the list was loaded for the first time', async () => {
    const list = 'GET /api/auth/owner/invitations';
    const answers: NonNullable<RenderOptions['answers']> = {
      // The first load has read the list before, and its response does not come.
      [list]: new Promise<never>(() => {}),
      'POST /api/auth/owner/invitations/create': { body: { code: 'A', invitation } },
    };
    const { sent } = renderPart(<Invitations />, { answers });
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(list));
    answers[list] = { body: [invitation] };
    fireEvent.click(screen.getByRole('button', { name: 'Create link' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Revoke invitation Ann' })).toBeTruthy());
  });
});
