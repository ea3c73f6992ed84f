import * as z from 'zod';
import type { CognitoIdentity } from './cognito-answers.ts';

const Claims = z.object({
  sub: z.string().min(1),
  email: z.string().min(1),
  // The address identifies the owner, so it must be verified.
  email_verified: z.literal(true),
  'cognito:username': z.string().min(1),
  aud: z.string(),
  token_use: z.literal('id'),
});

/** Reads the identity from an ID token. The token comes from Cognito over TLS, so its signature would prove nothing more. */
export function cognitoIdentityOf(idToken: string, clientId: string): CognitoIdentity {
  const [, payload = ''] = idToken.split('.');
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (claims.aud !== clientId) throw new Error('The ID token is for another client');
  return { subject: claims.sub, email: claims.email, providerUsername: claims['cognito:username'] };
}
