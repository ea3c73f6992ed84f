/** Shown after the field loses focus. */
export const passwordMessage =
  'password should be at least 8 characters, contains numeric, lower and upper case letters';

export const longestPassword = 256;

/** What a new password must have, one by one, for a list that ticks while one types. */
export const passwordRules = [
  { name: 'at least 8 characters', holds: (password: string) => Array.from(password).length >= 8 },
  { name: 'a digit', holds: (password: string) => /[0-9]/.test(password) },
  { name: 'a lower case letter', holds: (password: string) => /[a-z]/.test(password) },
  { name: 'an upper case letter', holds: (password: string) => /[A-Z]/.test(password) },
] as const;

/**
 * Why a new password is not taken, or undefined. Any character of any language may be in it and none is changed; only
 * spaces at its ends are refused, because the identity service does not take them.
 */
export function passwordProblem(password: string): string | undefined {
  if (!passwordRules.every(({ holds }) => holds(password))) return passwordMessage;
  if (password.length > longestPassword) return `password should be at most ${longestPassword} characters`;
  if (/^\s|\s$/.test(password)) return 'password should not begin or end with a space';
  return undefined;
}
