import { createHash } from 'node:crypto';
import { token } from 'shared-types/rules/auth/token';

/** Hashes secrets before they are stored: a leaked table gives away no usable token. */
export const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Checks for 256 bits in base64url. The site never issues any other token, so looking one up would waste a read. */
export const isToken = (text: string) => token.test(text);
