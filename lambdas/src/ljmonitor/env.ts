import * as z from 'zod/mini';
import { commonHttpEnv, EnvNumber, readingHttpEnv } from '../platform/env.ts';

export const scheduledRefreshEnv = { TABLE_NAME: z.string(), REFRESH_QUEUE_URL: z.string() };

/** The variables that every function that asks the listing site needs. */
export const siteEnv = {
  ...scheduledRefreshEnv,
  /** Scheme and host of the listing site. */
  LISTING_ORIGIN: z.url(),
  LISTING_PACE_MS: EnvNumber,
  LISTING_REMOVAL_GAP_MS: EnvNumber,
  LISTING_MIN_INTERVAL_MS: EnvNumber,
  LISTING_REQUESTS_PER_DAY: EnvNumber,
  /** An IANA name such as 'Asia/Shanghai'. */
  LISTING_TIME_ZONE: z.string(),
};

export const refreshEnv = {
  ...siteEnv,
  /** The name of the SSM parameter with the site's cookie; '' for none. */
  LISTING_COOKIE_PARAMETER: z.string(),
  /** The table of news and of the channels of people. */
  NEWS_TABLE_NAME: z.string(),
};

export const httpEnv = {
  ...siteEnv,
  ...commonHttpEnv,
  /** The owner's email address; '' where the deployment names none. */
  OWNER: z.string(),
  /** The number of refreshes that one user may start in a day. */
  REFRESHES_PER_DAY: EnvNumber,
  SITE_REFRESHES_PER_DAY: EnvNumber,
  /** An EventBridge `cron(…)` expression. */
  REFRESH_SCHEDULE: z.string(),
  /** Whether the call that adds a community reads its first page. */
  LISTING_FIRST_LOOK: z.enum(['true', 'false']),
};

export const soldEnv = {
  ...readingHttpEnv,
  TABLE_NAME: z.string(),
  LISTING_ORIGIN: z.url(),
  NEWS_TABLE_NAME: refreshEnv.NEWS_TABLE_NAME,
};
