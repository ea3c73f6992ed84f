import { ApiError, errorMessage } from '../../api/api-error.ts';

/** Why one is back on the sign-in page, by its query parameter `error`. */
const returnNotices = new Map([
  ['notAllowed', 'This account is not on the list of those who may come in here. Choose another, or ask the owner.'],
  ['expired', 'That sign-in took too long or was started elsewhere. Please start again.'],
  ['provider', 'Google could not say who you are just now. Please try again in a moment.'],
]);

export const returnNotice = (error: string | null) => returnNotices.get(error ?? '');

/** A secret in groups of four, as authenticators ask for it. */
export const groupByFour = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** What an authenticator reads from the picture. */
export function otpauthUri(siteTitle: string, username: string, secret: string) {
  const label = [siteTitle, username].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(siteTitle)}`;
}

export interface FormError {
  /** The words of the error catalogue. */
  text: string;
  /** What to do about it. */
  hint: string;
  /** This step is over: only a new sign-in helps. */
  mustStartOver: boolean;
}

const formError = (text: string, hint: string, isOver = false): FormError => ({ text, hint, mustStartOver: isOver });

const errorCodeOf = (error: unknown) => (error instanceof ApiError ? error.errorCode : '');

export const signInError = (error: unknown) =>
  errorCodeOf(error) === 'incorrectUsernameOrPassword'
    ? formError('Incorrect username or password', '')
    : formError('Login error', errorMessage(error));

/** Says no more than the server does: not whether it was the code or the name. */
export const signUpError = (error: unknown) =>
  formError(
    'Sign Up Error',
    errorCodeOf(error) === 'signUpRefused'
      ? 'The invitation code is not right or no longer good, or this username cannot be had.'
      : errorMessage(error),
  );

export const confirmError = (error: unknown) =>
  formError(
    'Confirm Error',
    errorCodeOf(error) === 'confirmRefused'
      ? 'The code is not right, or too old. A new one can be sent. If you have confirmed before, just sign in.'
      : errorMessage(error),
  );

export function mfaError(error: unknown) {
  const text = 'MFA confirm error';
  if (errorCodeOf(error) === 'wrongCode')
    return formError(text, 'A code has six digits. Wait for the next code and try that.');
  if (errorCodeOf(error) === 'expired')
    return formError(text, 'This sign-in has taken too long or had too many wrong codes.', true);
  if (errorCodeOf(error) === 'tooMany') return formError(text, `Too many wrong codes. Try again ${retryText(error)}.`);
  return formError(text, errorMessage(error));
}

/** When something that was done too often may be done again. */
function retryText(error: unknown): string {
  const seconds = error instanceof ApiError ? Number(error.details['retryAfterSeconds']) : Number.NaN;
  if (Number.isNaN(seconds)) return 'later';
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

export const resetPasswordError = (error: unknown) =>
  formError(
    'The password was not changed',
    errorCodeOf(error) === 'resetRefused'
      ? 'The code is not right, or too old. Ask for a new one.'
      : errorMessage(error),
  );

export const emailCodeError = (error: unknown) => formError('Nothing was sent', errorMessage(error));
