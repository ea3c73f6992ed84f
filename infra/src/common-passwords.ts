import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordRules } from 'shared-types/rules/auth/password';

/**
 * Returns the most common passwords that a person could choose here when some letters are in upper case, one in a line:
 * the others fail the rules for passwords anyway. 3000 of them are what OWASP ASVS 5.0 asks for (6.2.4). They come in
 * the order of the alphabet, which compresses better.
 */
export const commonPasswords = (): string =>
  dictionary['passwords-common']
    .map(String)
    .filter((word) => passwordRules.every(({ holds }) => holds(word) || holds(word.toUpperCase())))
    .slice(0, 3000)
    .toSorted()
    .join('\n');
