import { describe, expect, it } from '@jest/globals';
import { ApiError } from 'web/api/api-error';
import {
  changePasswordError,
  confirmError,
  emailCodeError,
  mfaError,
  resetPasswordError,
  signInError,
  signUpError,
} from 'web/features/auth/flow/describe-refusal';

const refused = (errorCode: string, status = 400, message = 'a message of the server') =>
  new ApiError({ status, errorCode, message, requestId: null });

describe('the error of a sign-in form', () => {
  it.each([
    [signInError, 'incorrectUsernameOrPassword', 'Incorrect username or password'],
    [signInError, 'invalid', 'Login error'],
    [signInError, 'anythingElse', 'Login error'],
    [signUpError, 'signUpRefused', 'Sign Up Error'],
    [signUpError, 'invalid', 'Sign Up Error'],
    [confirmError, 'confirmRefused', 'Confirm Error'],
    [mfaError, 'wrongCode', 'MFA confirm error'],
    [mfaError, 'tooMany', 'MFA confirm error'],
  ])('has the text of the specification (%#)', (toFormError, errorCode, text) => {
    expect(toFormError(refused(errorCode)).text).toBe(text);
  });

  it('gives the reason as a hint when the input is not at fault', () => {
    expect(signInError(refused('network', 0)).hint).toBe('The site could not be reached.');
    expect(mfaError(refused('unavailable', 503)).hint).toBe('Temporarily unavailable. Try again in a moment.');
    expect(resetPasswordError(refused('tooMany', 429)).hint).toBe('A message of the server.');
  });

  it.each([signInError, signUpError, confirmError, mfaError, resetPasswordError, emailCodeError])(
    'blames nobody when API Gateway takes no more steps of visitors (%#)',
    (toFormError) =>
      expect(toFormError(refused('unreadable', 429)).hint).toBe(
        'Too many people are signing in right now. Try again in a moment.',
      ),
  );

  it('says no such thing to a person who is signed in', () => {
    expect(changePasswordError(refused('unreadable', 429)).hint).toBe(
      'Temporarily unavailable. Try again in a moment.',
    );
  });

  it.each([
    [1, 'Too many wrong codes. Try again in 1 minute.'],
    [61, 'Too many wrong codes. Try again in 2 minutes.'],
    [3600, 'Too many wrong codes. Try again in 60 minutes.'],
    [undefined, 'Too many wrong codes. Try again later.'],
  ])('names the time of the next attempt: %s s', (retryAfterSeconds, hint) => {
    const details = { retryAfterSeconds };
    const error = new ApiError({ status: 429, errorCode: 'tooMany', message: 'no', requestId: null, details });
    expect(mfaError(error)).toEqual({ text: 'MFA confirm error', hint, canStartOver: false });
  });

  it('offers a new sign-in after a wrong code only', () => {
    expect(mfaError(refused('wrongCode')).canStartOver).toBe(true);
    expect(mfaError(refused('unavailable', 503)).canStartOver).toBe(false);
  });
});
