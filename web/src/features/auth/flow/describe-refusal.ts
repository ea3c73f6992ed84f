import { ApiError, errorMessage, isThrottled } from '../../../api/api-error.ts';

export interface FormError {
  /** The text of the specification's error catalogue, where it has one. */
  text: string;
  hint: string;
  /** A new sign-in may help. */
  canStartOver: boolean;
}

const formError = (text: string, hint: string, canStartOver = false): FormError => ({ text, hint, canStartOver });

const errorCodeOf = (error: unknown) => (error instanceof ApiError ? error.errorCode : '');

/**
 * Returns the reason for the refusal of a step that visitors take without a session. All of them share one throttle of
 * API Gateway.
 */
const stepError = (error: unknown) =>
  isThrottled(error) ? 'Too many people are signing in right now. Try again in a moment.' : errorMessage(error);

export const signInError = (error: unknown) =>
  errorCodeOf(error) === 'incorrectUsernameOrPassword'
    ? formError('Incorrect username or password', '')
    : formError('Login error', stepError(error));

/** The server does not tell whether the code or the username was refused, so the text names both. */
export const signUpError = (error: unknown) =>
  formError(
    'Sign Up Error',
    errorCodeOf(error) === 'signUpRefused'
      ? 'The invitation code is invalid or has expired, or the username is taken.'
      : stepError(error),
  );

export const confirmError = (error: unknown) =>
  formError(
    'Confirm Error',
    errorCodeOf(error) === 'confirmRefused'
      ? 'The code is wrong or has expired. Request a new one, or sign in if you have already confirmed.'
      : stepError(error),
  );

/** Cognito accepts no further code in this sign-in. */
export const isSignInEnded = (error: unknown) => errorCodeOf(error) === 'expired';

export function mfaError(error: unknown) {
  const text = 'MFA confirm error';
  // Nobody knows whether Cognito accepts another code in this sign-in, so both ways on are offered.
  if (errorCodeOf(error) === 'wrongCode') return formError(text, stepError(error), true);
  if (errorCodeOf(error) === 'tooMany') return formError(text, `Too many wrong codes. Try again ${retryText(error)}.`);
  return formError(text, stepError(error));
}

function retryText(error: unknown): string {
  const seconds = error instanceof ApiError ? Number(error.details['retryAfterSeconds']) : Number.NaN;
  if (Number.isNaN(seconds)) return 'later';
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

export const resetPasswordError = (error: unknown) => formError('Could not change the password', stepError(error));

export const isWrongPassword = (error: unknown) => errorCodeOf(error) === 'incorrectUsernameOrPassword';

export function confirmationError(error: unknown) {
  if (isWrongPassword(error)) return formError('This is not your current password', 'Check it, or try again later.');
  if (errorCodeOf(error) === 'tooMany') return formError('Too many wrong codes', `Try again ${retryText(error)}.`);
  return formError('Could not confirm', errorMessage(error));
}

export const changePasswordError = (error: unknown) =>
  formError('Your password has not been changed', errorMessage(error));

export function replaceAuthenticatorError(error: unknown) {
  const text = 'Your authenticator has not been changed';
  if (errorCodeOf(error) === 'tooMany') return formError(text, `Too many wrong codes. Try again ${retryText(error)}.`);
  return formError(text, errorMessage(error));
}

export const emailCodeError = (error: unknown) => formError('Could not send the code', stepError(error));
