import { createHash } from 'node:crypto';

/** Returns the digest that the stand-in of the model names for each file that it was sent. */
export const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');
