import * as z from 'zod';
import { commonHttpEnv } from '../platform/env.ts';
import { GoogleSettings } from './google/google-settings.ts';

const EnvJson = z.string().transform((text): unknown => JSON.parse(text));

export const httpEnv = {
  ...commonHttpEnv,
  TABLE_NAME: z.string(),
  USER_POOL_ID: z.string(),
  USER_POOL_CLIENT_ID: z.string(),
  VERSION: z.string(),
  /** The owner's e-mail address; empty where the deployment names none. */
  OWNER: z.string(),
  /** Null where the owner has not set it up. */
  GOOGLE_SETTINGS: EnvJson.pipe(GoogleSettings.nullable()),
  /** Name of the SSM parameter that holds the secret of Google's client. */
  GOOGLE_SECRET_PARAMETER: z.string(),
};
