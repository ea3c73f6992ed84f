import { createHash } from 'node:crypto';

/** Returns the digest by which an answer names what the stand-in was sent, so that a test can compare every byte. */
export const sha256Of = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');
