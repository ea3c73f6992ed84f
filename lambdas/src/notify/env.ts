import * as z from 'zod/mini';
import { readingHttpEnv } from '../platform/env.ts';

/** The variables of both functions. */
export const notifyEnv = {
  TABLE_NAME: z.string(),
  /** The site's own address, for links. */
  SITE_ORIGIN: z.url(),
  /** The address that mail is sent from; '' for none. */
  MAIL_FROM: z.string(),
  /** The proxy of requests to services outside, which only the local cloud has; otherwise ''. */
  OUTSIDE_PROXY: z.string(),
};

export const notifierEnv = {
  ...notifyEnv,
  /** The table of the sign-ins tells who is disabled. */
  AUTH_TABLE_NAME: z.string(),
  /** The addresses that may sign in with Google, as a JSON list. */
  GOOGLE_USERS: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string): unknown => JSON.parse(text)),
    ),
    z.array(z.string()),
  ),
};

export const httpEnv = { ...notifyEnv, ...readingHttpEnv };
