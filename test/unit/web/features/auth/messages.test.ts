import { describe, expect, it } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import {
  otpauthUri,
  returnNotice,
  confirmError,
  groupByFour,
  mfaError,
  resetPasswordError,
  signInError,
  signUpError,
} from 'web/features/auth/messages';

const refused = (errorCode: string, status = 400, message = 'a word of the server') =>
  new ApiError({ status, errorCode, message, requestId: null });

describe('the words of a refusal', () => {
  it.each([
    [signInError, 'incorrectUsernameOrPassword', 'Incorrect username or password'],
    [signInError, 'invalid', 'Login error'],
    [signInError, 'anythingElse', 'Login error'],
    [signUpError, 'signUpRefused', 'Sign Up Error'],
    [signUpError, 'invalid', 'Sign Up Error'],
    [confirmError, 'confirmRefused', 'Confirm Error'],
    [mfaError, 'wrongCode', 'MFA confirm error'],
    [mfaError, 'expired', 'MFA confirm error'],
    [mfaError, 'tooMany', 'MFA confirm error'],
  ])('are those of the catalogue (%#)', (words, errorCode, text) => {
    expect(words(refused(errorCode)).text).toBe(text);
  });

  it('say why, when it was nothing that was typed', () => {
    expect(signInError(refused('network', 0)).hint).toBe('There is no connection to the site.');
    expect(mfaError(refused('unavailable', 503)).hint).toBe('It is not available just now.');
    expect(resetPasswordError(refused('tooMany', 429)).hint).toBe('A word of the server.');
  });

  it.each([
    [1, 'Too many wrong codes. Try again in 1 minute.'],
    [61, 'Too many wrong codes. Try again in 2 minutes.'],
    [3600, 'Too many wrong codes. Try again in 60 minutes.'],
    [undefined, 'Too many wrong codes. Try again later.'],
  ])('say when a code may be tried again: %s s', (retryAfterSeconds, hint) => {
    const details = { retryAfterSeconds };
    const error = new ApiError({ status: 429, errorCode: 'tooMany', message: 'no', requestId: null, details });
    expect(mfaError(error)).toEqual({ text: 'MFA confirm error', hint, mustStartOver: false });
  });

  it('know when only a new sign-in helps', () => {
    expect(mfaError(refused('expired')).mustStartOver).toBe(true);
    expect(mfaError(refused('wrongCode')).mustStartOver).toBe(false);
  });
});

describe('a person sent back to the sign-in page', () => {
  it.each([['notAllowed'], ['expired'], ['provider']])('reads a sentence for %s', (error) => {
    expect(returnNotice(error)).toMatch(/^[A-Z].*\.$/);
  });

  it.each([[null], ['toString'], ['<b>']])('reads nothing for %s', (error) => {
    expect(returnNotice(error)).toBeUndefined();
  });
});

describe('the secret of an authenticator', () => {
  it('is read aloud in fours', () => {
    expect(groupByFour('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
    expect(groupByFour('ABCD')).toBe('ABCD');
  });

  it('has an address that authenticators know', () => {
    expect(otpauthUri('my site', 'ann+1@example.com', 'ABCD')).toBe(
      'otpauth://totp/my%20site:ann%2B1%40example.com?secret=ABCD&issuer=my%20site',
    );
  });
});
