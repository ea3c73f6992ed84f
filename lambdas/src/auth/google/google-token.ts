import * as z from 'zod';
import type { GoogleIdentity } from '../account/google-account.ts';

/** Refuses what could name another key, and an extension that must be understood. RFC 7515 asks to ignore other headers. */
const Header = z.object({
  alg: z.literal('RS256'),
  kid: z.string().min(1),
  typ: z.literal('JWT').optional(),
  jwk: z.never().optional(),
  jku: z.never().optional(),
  x5u: z.never().optional(),
  x5c: z.never().optional(),
  crit: z.never().optional(),
});

const Claims = z.object({
  sub: z.string().min(1).max(255),
  aud: z.string(),
  azp: z.string().optional(),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number().optional(),
  email: z.email(),
  email_verified: z.unknown().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
});

/** Google issues a token at the moment when it answers. */
const maxAgeSeconds = 600;
const maxTokenLength = 16_384;

/** Google's clock may be this far ahead of ours. */
const toleranceSeconds = 60;

/**
 * Reads the identity from an ID token by stricter rules than those of the library, which has checked signature, issuer,
 * audience and expiry: one audience, no header that leads to another key, issued just now.
 */
export function googleIdentityOf(idToken: string, clientId: string, now: Date): GoogleIdentity {
  // Base64 of another kind than the standard's would be one more way to write the same token (RFC 7515, section 2).
  if (idToken.length > maxTokenLength || !/^[\w.-]+$/.test(idToken)) throw new Error('The ID token is malformed');
  const [header = '', payload = ''] = idToken.split('.').map(decoded);
  Header.parse(JSON.parse(header));
  const { sub, aud, azp, iat, auth_time, email, email_verified, name, picture } = Claims.parse(JSON.parse(payload));
  if (aud !== clientId || (azp !== undefined && azp !== clientId))
    throw new Error('The ID token is for another client');
  if (iat > now.getTime() / 1000 + toleranceSeconds) throw new Error('The ID token is issued in the future');
  if (iat < now.getTime() / 1000 - maxAgeSeconds) throw new Error('The ID token is too old');
  const authenticatedAtMs = auth_time === undefined ? undefined : auth_time * 1000;
  const times = { issuedAtMs: iat * 1000, authenticatedAtMs };
  return { subject: sub, email, isVerified: email_verified === true, name, picture, ...times };
}

const decoded = (part: string) => Buffer.from(part, 'base64url').toString();
