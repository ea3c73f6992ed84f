import * as z from 'zod';

/** Google's endpoints, and this site's client there. */
export const GoogleSettings = z.object({
  clientId: z.string(),
  /** The origin of this site, to which Google redirects back. */
  origin: z.string(),
  users: z.array(z.string()),
  issuer: z.string(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string(),
  jwksUri: z.string(),
});
export type GoogleSettings = z.infer<typeof GoogleSettings>;
