import { ApiError, reasonOf } from '../../api/api-error.ts';

/** Why one is back on the sign-in page, by its query parameter `error`. */
const comebacks = new Map([
  ['notAllowed', 'This account is not on the list of those who may come in here. Choose another, or ask the owner.'],
  ['expired', 'That sign-in took too long or was started elsewhere. Please start again.'],
  ['provider', 'Google could not say who you are just now. Please try again in a moment.'],
]);

export const comebackText = (error: string | null) => comebacks.get(error ?? '');

/** A secret in groups of four, as authenticators ask for it. */
export const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** What an authenticator reads from the picture. */
export function authenticatorAddress(siteTitle: string, username: string, secret: string) {
  const label = [siteTitle, username].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(siteTitle)}`;
}

export interface Refusal {
  /** The words of the error catalogue. */
  text: string;
  /** What to do about it. */
  hint: string;
  /** This step is over: only a new sign-in helps. */
  isOver: boolean;
}

const refusal = (text: string, hint: string, isOver = false): Refusal => ({ text, hint, isOver });

const codeOf = (error: unknown) => (error instanceof ApiError ? error.errorCode : '');

export const signInRefusal = (error: unknown) =>
  codeOf(error) === 'incorrectUsernameOrPassword'
    ? refusal('Incorrect username or password', '')
    : refusal('Login error', reasonOf(error));

/** Says no more than the server does: not whether it was the code or the name. */
export const signUpRefusal = (error: unknown) =>
  refusal(
    'Sign Up Error',
    codeOf(error) === 'signUpRefused'
      ? 'The invitation code is not right or no longer good, or this username cannot be had.'
      : reasonOf(error),
  );

export const confirmRefusal = (error: unknown) =>
  refusal(
    'Confirm Error',
    codeOf(error) === 'confirmRefused'
      ? 'The code is not right, or too old. A new one can be sent. If you have confirmed before, just sign in.'
      : reasonOf(error),
  );

export function mfaRefusal(error: unknown) {
  const text = 'MFA confirm error';
  if (codeOf(error) === 'wrongCode')
    return refusal(text, 'A code has six digits. Wait for the next code and try that.');
  if (codeOf(error) === 'expired')
    return refusal(text, 'This sign-in has taken too long or had too many wrong codes.', true);
  if (codeOf(error) === 'tooMany') return refusal(text, `Too many wrong codes. Try again ${whenOf(error)}.`);
  return refusal(text, reasonOf(error));
}

/** When something that was done too often may be done again. */
function whenOf(error: unknown): string {
  const seconds = error instanceof ApiError ? Number(error.details['retryAfterSeconds']) : Number.NaN;
  if (Number.isNaN(seconds)) return 'later';
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

export const resetRefusal = (error: unknown) =>
  refusal(
    'The password was not changed',
    codeOf(error) === 'resetRefused' ? 'The code is not right, or too old. Ask for a new one.' : reasonOf(error),
  );

export const mailRefusal = (error: unknown) => refusal('Nothing was sent', reasonOf(error));
