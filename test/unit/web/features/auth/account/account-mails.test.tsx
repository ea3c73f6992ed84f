/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { AccountMails } from 'web/features/auth/account/account-mails.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const address = 'ann@example.org';
const show = (state: string, sent: { status?: number; body: object } = { body: { address, state: 'pending' } }) =>
  renderPart(<AccountMails />, {
    answers: { 'GET /api/auth/mails': { body: { address, state } }, 'POST /api/auth/mails/confirm': sent },
  });

describe('the mails on the account page', () => {
  it('ask to confirm the email from AWS until it is confirmed, and can be sent again', async () => {
    const { sent } = show('pending');
    await screen.findByText(/^Confirm the email that AWS sent to ann@example\.org\./);
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByText('The email from AWS is on its way.');
    expect(sent.map(({ call }) => call)).toContain('POST /api/auth/mails/confirm');
  });

  it('are on after the confirmation, without a button', async () => {
    show('on');
    await screen.findByText(/^Emails about this account go to ann@example\.org/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('can be turned on, and say of a confirmed address that they are', async () => {
    show('off', { body: { address, state: 'on' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await screen.findByText(/^Emails about this account go to/);
    expect(screen.queryByText(/on its way/)).toBeNull();
  });

  it('say why a mail could not be sent', async () => {
    show('off', { status: 409, body: { errorCode: 'conflict', message: 'AWS accepts no more addresses.' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('AWS accepts no more addresses'));
  });

  it('are not shown for an account without an address', async () => {
    const { container, sent } = renderPart(<AccountMails />, {
      answers: { 'GET /api/auth/mails': { body: { address: null, state: 'off' } } },
    });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(container.textContent).toBe('');
  });
});
