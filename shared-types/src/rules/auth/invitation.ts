import { dayMs } from '../time.ts';

/** These characters are not mistaken for each other when they are read aloud. A random byte has no bias among 32 of them. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Each letter comes from one random byte, so a code has 130 random bits. */
export const codeLength = 26;

export const invitationLifetimeMs = 7 * dayMs;

/** The owner sees an invitation for this long after its end. */
export const invitationRetentionMs = 30 * dayMs;

/** Makes a code from random bytes. Its hash is stored, and a user may type it in any grouping. */
export const codeFrom = (random: Uint8Array): string =>
  Array.from(random.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('');

/** Groups a code so that it is easy to read. */
export const groupCode = (code: string): string => (code.match(/.{1,5}/g) ?? []).join('-');
