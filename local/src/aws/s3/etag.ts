import { createHash } from 'node:crypto';

/** Returns the tag of an object that was stored at once: the MD5 of its content, in quotes. */
export const etagOf = (object: Buffer) => `"${createHash('md5').update(object).digest('hex')}"`;
