import { randomBytes, randomInt } from 'node:crypto';
import { monotonicFactory } from 'ulid';

// Chance enters the product here and nowhere else.

/** A ULID: it sorts by the time at which it was made. */
export const newId = /* @__PURE__ */ monotonicFactory();

/** Returns 256 random bits, for a cookie or a lease. */
export const newToken = () => randomBytes(32).toString('base64url');

/** Returns six random digits. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');
