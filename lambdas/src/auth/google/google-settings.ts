import * as z from 'zod';

/** Where Google is asked, and as whom. */
export const GoogleSettings = z.object({
  clientId: z.string(),
  /** Of the site: Google sends people back to it. */
  origin: z.string(),
  users: z.array(z.string()),
  issuer: z.string(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string(),
  jwksUri: z.string(),
});
export type GoogleSettings = z.infer<typeof GoogleSettings>;
