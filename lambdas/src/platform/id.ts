import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';

// Chance enters the product here and nowhere else.

/** A ULID: it sorts by the time at which it was made. */
export const newId = /* @__PURE__ */ monotonicFactory();

/** 256 random bits, for a cookie or a lease. */
export const newToken = () => randomBytes(32).toString('base64url');
