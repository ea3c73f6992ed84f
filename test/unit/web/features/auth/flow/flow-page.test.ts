import { describe, expect, it } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import { flowEntryOf, invitationFromHash, pageAfterPassword, totpSecretOf } from 'web/features/auth/flow/flow-page';

const answer = (errorCode: string, details = {}) =>
  new ApiError({ status: 400, errorCode, message: 'x', requestId: null, details });

describe('the page after the password', () => {
  it.each([
    ['requiresConfirm', 'sign_up_confirm'],
    ['requireSetupMFA', 'setup_mfa'],
    ['requireMFA', 'mfa'],
  ])('is, after %s, %s', (errorCode, page) => {
    expect(pageAfterPassword(answer(errorCode))).toBe(page);
  });

  it.each([['incorrectUsernameOrPassword'], ['invalid'], ['toString']])('is the same one after %s', (errorCode) => {
    expect(pageAfterPassword(answer(errorCode))).toBeUndefined();
  });

  it('gets the secret to set up, and none out of anything else', () => {
    expect(totpSecretOf(answer('requireSetupMFA', { totp: 'ABCD' }))).toBe('ABCD');
    expect(totpSecretOf(answer('requireSetupMFA', { totp: 7 }))).toBe('');
    expect(totpSecretOf(new TypeError('x'))).toBe('');
  });
});

describe('an entry of the history', () => {
  it('is the sign-up for whoever comes by an invitation, and only at first', () => {
    const hash = '#invitation=ABCDE-FGHJK';
    expect(invitationFromHash(hash)).toBe('ABCDE-FGHJK');
    expect(flowEntryOf(null, false, hash).page).toBe('sign_up');
    expect(flowEntryOf(null, false, '#top').page).toBe('sign_in');
    expect(flowEntryOf({ page: 'mfa' }, false, hash).page).toBe('mfa');
  });

  it('is the page that one was on, for whom', () => {
    expect(flowEntryOf({ page: 'mfa', username: 'ann@example.com' }, false)).toEqual({
      page: 'mfa',
      username: 'ann@example.com',
      isReset: false,
    });
  });

  it.each([[null], [undefined], ['mfa'], [{}], [{ page: 'constructor' }], [{ page: 7 }]])(
    'is the first page when it holds %j',
    (state) => {
      expect(flowEntryOf(state, true).page).toBe('sign_in');
    },
  );

  it('has no page for a secret that is not there any more', () => {
    expect(flowEntryOf({ page: 'setup_mfa', username: 'ann@example.com' }, false).page).toBe('sign_in');
    expect(flowEntryOf({ page: 'setup_mfa', username: 'ann@example.com' }, true).page).toBe('setup_mfa');
  });
});
