/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import CognitoFlow from 'web/features/auth/flow/cognito-flow.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const username = 'ann@example.com';
const refuse = (errorCode: string, details = {}) => ({
  status: 400,
  body: { errorCode, message: 'The server says why.', ...details },
});

const pathname = '/auth/signin/cognito';
const valueOf = (label: string) => screen.getByLabelText(label).getAttribute('value');

async function submitCode() {
  fireEvent.change(await screen.findByLabelText('MFA code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
}

/** A reload keeps the entry of the history, but not what was typed. */
function showAfterReload(response: ReturnType<typeof refuse>) {
  const path = { pathname, state: { page: 'mfa', username } };
  renderPart(<CognitoFlow />, { path, answers: { 'POST /api/auth/cognito/sign_in_confirm': response } });
}

describe('the two-step verification', () => {
  it('stays after a wrong code, and offers the way back to the sign-in with the username', async () => {
    showAfterReload(refuse('wrongCode'));
    await submitCode();
    expect(await screen.findByText('The server says why.')).toBeTruthy();
    expect(screen.queryByText(/try again/i)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    await waitFor(() => expect(valueOf('Username')).toBe(username));
    expect(valueOf('Password')).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leads back to the sign-in with the username and the reason when the sign-in has ended', async () => {
    showAfterReload(refuse('expired'));
    await submitCode();
    await waitFor(() => expect(valueOf('Username')).toBe(username));
    expect(screen.getByRole('alert').textContent).toBe(
      'Your sign-in has ended, because a code was wrong or it took too long. Sign in again.',
    );
  });
});

async function signIn() {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'Secret123' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

const showSetup = (state: object, errorCode = 'expired') =>
  renderPart(<CognitoFlow />, {
    path: { pathname, state },
    answers: {
      'POST /api/auth/cognito/sign_in': refuse('requireSetupMFA', { totp: 'ABCDEFGH' }),
      'POST /api/auth/cognito/setup_mfa': refuse(errorCode),
    },
  });

describe('the setup of an authenticator', () => {
  it('keeps its QR code and its key after mistyped codes', async () => {
    const { sent } = showSetup({}, 'wrongCode');
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: username } });
    await signIn();
    const picture = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    const drawn = picture.innerHTML;
    for (let tries = 1; tries <= 3; tries += 1) {
      await submitCode();
      await waitFor(() =>
        expect(sent.filter(({ call }) => call === 'POST /api/auth/cognito/setup_mfa')).toHaveLength(tries),
      );
      expect(await screen.findByText('The server says why.')).toBeTruthy();
      expect(screen.getByRole('img', { name: 'QR code for your authenticator app' }).innerHTML).toBe(drawn);
      expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    }
    expect(screen.getByText(/^Scan this code with an authenticator app/)).toBeTruthy();
    expect(sent.filter(({ call }) => call === 'POST /api/auth/cognito/sign_in')).toHaveLength(1);
  });

  it('leads back when it has ended, and then says that its QR code is new', async () => {
    showSetup({});
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: username } });
    await signIn();
    await screen.findByText(/^Scan this code with an authenticator app/);
    await submitCode();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Your setup has ended.*scan the new QR code\.$/);
    expect(valueOf('Username')).toBe(username);
    await signIn();
    expect(await screen.findByText(/^This QR code is new\./)).toBeTruthy();
  });

  it('leads back after a reload, because the browser keeps no secret', async () => {
    showSetup({ page: 'setup_mfa', username });
    expect(screen.getByRole('alert').textContent).toMatch(/^A QR code is shown only once\./);
    expect(valueOf('Username')).toBe(username);
    await signIn();
    expect(await screen.findByText(/^This QR code is new\./)).toBeTruthy();
  });
});
