import * as z from 'zod';
import { auditEnv, commonHttpEnv, EnvNumber, readingHttpEnv } from '../platform/env.ts';
import { StepBuckets } from './rate-limits/step-buckets.ts';
import { GoogleSettings } from './google/google-settings.ts';

const EnvJson = z.string().transform((text): unknown => JSON.parse(text));

export const httpEnv = {
  ...commonHttpEnv,
  TABLE_NAME: z.string(),
  USER_POOL_ID: z.string(),
  USER_POOL_CLIENT_ID: z.string(),
  /** The table of news and of the channels of people. */
  NEWS_TABLE_NAME: z.string(),
  VERSION: z.string(),
  /** The name under which people know the site. */
  SITE_NAME: z.string(),
  /** The topic of the mails to the owners of accounts. */
  MAIL_TOPIC_ARN: z.string(),
  /** The owner's email address; empty when the deployment has no owner. */
  OWNER: z.string(),
  /** A browser that is not used for this number of days is signed out. */
  SESSION_IDLE_DAYS: EnvNumber,
  /** What admits the steps of anonymous visitors. */
  STEP_BUCKETS: EnvJson.pipe(StepBuckets),
  /** Null when sign-in with Google is not set up. */
  GOOGLE_SETTINGS: EnvJson.pipe(GoogleSettings.nullable()),
  /** The name of the SSM parameter with the secret of the Google client. */
  GOOGLE_SECRET_PARAMETER: z.string(),
};

export const activityEnv = {
  ...readingHttpEnv,
  AUDIT_TABLE_NAME: z.string(),
  TABLE_NAME: z.string(),
  /** The owner's email address; empty when the deployment has no owner. */
  OWNER: z.string(),
};

export const unconfirmedEnv = { ...auditEnv, USER_POOL_ID: z.string() };
