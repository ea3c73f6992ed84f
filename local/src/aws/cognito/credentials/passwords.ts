import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { CognitoError, invalidParameter } from '../error.ts';
import type { PasswordPolicy } from '../pool.ts';

/** The cost is low for local passwords. The usual cost would add 50 ms to each sign-in of a test. */
const cost = 2 ** 10;

const derive = (password: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, 32, { cost }, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Returns the salted hash that is stored for a password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64')}$${(await derive(password, salt)).toString('base64')}`;
}

/** Takes the same time for an unknown user as for a wrong password. */
export async function verifyPassword(password: string, kept: string | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = (kept ?? 'scrypt$AAAAAAAAAAAAAAAAAAAAAA==$').split('$');
  const wanted = Buffer.from(key, 'base64');
  const derived = await derive(password, Buffer.from(salt, 'base64'));
  return wanted.length === derived.length && timingSafeEqual(wanted, derived);
}

const refuse = (why: string) =>
  new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${why}`);

export function refuseWeakPassword(password: string, policy: PasswordPolicy) {
  if (password.length > 256 || !/^\S+.*\S+$/u.test(password)) {
    throw invalidParameter(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    );
  }
  if (password.length < policy.minimumLength) throw refuse('Password not long enough');
  if (policy.uppercase && !/[A-Z]/.test(password)) throw refuse('Password must have uppercase characters');
  if (policy.lowercase && !/[a-z]/.test(password)) throw refuse('Password must have lowercase characters');
  if (policy.numbers && !/[0-9]/.test(password)) throw refuse('Password must have numeric characters');
  if (policy.symbols && !/[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/.test(password))
    throw refuse('Password must have symbol characters');
}
