/** The form shows this text after the field loses focus. */
export const passwordMessage =
  'password should be at least 8 characters, contains numeric, lower and upper case letters';

export const maxPasswordLength = 256;

/** The rules for a new password, for a list that is ticked off while the user types. */
export const passwordRules = [
  { name: 'at least 8 characters', holds: (password: string) => Array.from(password).length >= 8 },
  { name: 'a digit', holds: (password: string) => /[0-9]/.test(password) },
  { name: 'a lower case letter', holds: (password: string) => /[a-z]/.test(password) },
  { name: 'an upper case letter', holds: (password: string) => /[A-Z]/.test(password) },
] as const;

/**
 * Returns why a new password is refused, or undefined. A password may have any character of any language, and none is
 * changed. Only spaces at its ends are refused, because Cognito does not accept them.
 */
export function passwordProblem(password: string): string | undefined {
  if (!passwordRules.every(({ holds }) => holds(password))) return passwordMessage;
  if (password.length > maxPasswordLength) return `password should be at most ${maxPasswordLength} characters`;
  if (/^\s|\s$/.test(password)) return 'password should not begin or end with a space';
  return undefined;
}
