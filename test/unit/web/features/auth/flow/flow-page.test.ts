import { describe, expect, it } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import { flowEntryOf, invitationFromHash, pageAfterPassword, totpSecretOf } from 'web/features/auth/flow/flow-page';

const refusal = (errorCode: string, details = {}) =>
  new ApiError({ status: 400, errorCode, message: 'x', requestId: null, details });

describe('pageAfterPassword', () => {
  it.each([
    ['requiresConfirm', 'sign_up_confirm'],
    ['requireSetupMFA', 'setup_mfa'],
    ['requireMFA', 'mfa'],
  ])('maps %s to %s', (errorCode, page) => {
    expect(pageAfterPassword(refusal(errorCode))).toBe(page);
  });

  it.each([['incorrectUsernameOrPassword'], ['invalid'], ['toString']])('is undefined for %s', (errorCode) => {
    expect(pageAfterPassword(refusal(errorCode))).toBeUndefined();
  });
});

describe('totpSecretOf', () => {
  it('reads the secret of the response, and an empty one from any other error', () => {
    expect(totpSecretOf(refusal('requireSetupMFA', { totp: 'ABCD' }))).toBe('ABCD');
    expect(totpSecretOf(refusal('requireSetupMFA', { totp: 7 }))).toBe('');
    expect(totpSecretOf(new TypeError('x'))).toBe('');
  });
});

describe('flowEntryOf', () => {
  it('starts at sign-up for an invitation link, and only at first', () => {
    const hash = '#invitation=ABCDE-FGHJK';
    expect(invitationFromHash(hash)).toBe('ABCDE-FGHJK');
    expect(flowEntryOf(null, false, hash).page).toBe('sign_up');
    expect(flowEntryOf(null, false, '#top').page).toBe('sign_in');
    expect(flowEntryOf({ page: 'mfa' }, false, hash).page).toBe('mfa');
  });

  it('restores the page and the username', () => {
    expect(flowEntryOf({ page: 'mfa', username: 'ann@example.com' }, false)).toEqual({
      page: 'mfa',
      username: 'ann@example.com',
      reason: undefined,
    });
  });

  it('restores the reason of a return to the sign-in, and no text that is none', () => {
    expect(flowEntryOf({ page: 'sign_in', reason: 'signInEnded' }, false).reason).toBe('signInEnded');
    expect(flowEntryOf({ page: 'sign_in', reason: 'toString' }, false).reason).toBeUndefined();
  });

  it.each([[null], [undefined], ['mfa'], [{}], [{ page: 'constructor' }], [{ page: 7 }]])(
    'starts at sign-in for the state %j',
    (state) => {
      expect(flowEntryOf(state, true).page).toBe('sign_in');
    },
  );

  it('skips the authenticator setup when its secret is gone, and keeps the username', () => {
    const username = 'ann@example.com';
    expect(flowEntryOf({ page: 'setup_mfa', username }, false)).toEqual({
      page: 'sign_in',
      username,
      reason: 'setupLeft',
    });
    expect(flowEntryOf({ page: 'setup_mfa', username }, true).page).toBe('setup_mfa');
  });
});
