import { createHash } from 'node:crypto';

/** Of a secret only this is stored: whoever reads the table can pretend to nothing. */
export const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** 256 random bits in base64url. Anything else was never given out, and costs no read. */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text);
