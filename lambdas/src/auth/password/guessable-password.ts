import { AppError } from '../../platform/app-error.ts';

/** Common passwords in lower case, one in a line. The bundler defines the constant from a package: see infra/src/common-passwords.ts. */
declare const COMMON_PASSWORDS: string;

let commonPasswords: Set<string> | undefined;

/** A guesser knows this beforehand. */
interface Context {
  username: string;
  siteName: string;
}

const commonMessage = 'This password is too common. Choose another one';
const contextMessage = 'This password is too close to your username or the name of this site. Choose another one';

/** Fewer characters than this beside the words of the context are guessed quickly. */
const minOwnCharacters = 8;

/**
 * Refuses a new password that others can guess: a password of a common list, also with signs around it, and a password made of
 * words of the context (NIST SP 800-63B-4, 3.1.1.2; OWASP ASVS 5.0, 6.2.4 and 6.2.11). Throws `invalid`.
 */
export function refuseGuessable(password: string, { username, siteName }: Context) {
  commonPasswords ??= new Set(COMMON_PASSWORDS.split('\n'));
  const plain = password.normalize('NFKC').toLowerCase();
  if (commonPasswords.has(plain) || commonPasswords.has(withoutSigns(plain)))
    throw new AppError('invalid', commonMessage);
  const words = [username.normalize('NFKC').toLowerCase(), ...wordsOf(`${username} ${siteName}`)];
  const own = words.reduce((rest, word) => rest.replaceAll(word, ''), plain);
  if (own !== plain && Array.from(own).length < minOwnCharacters) throw new AppError('invalid', contextMessage);
}

const withoutSigns = (text: string) => text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Shorter words are parts of many others. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 4);
