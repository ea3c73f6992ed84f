import * as z from 'zod/mini';
import { commonHttpEnv, EnvNumber } from '../platform/env.ts';

export const refreshStartEnv = { TABLE_NAME: z.string(), REFRESH_QUEUE_URL: z.string() };

/** What whoever asks the listing site has to know. */
export const siteEnv = {
  ...refreshStartEnv,
  /** Scheme and host of the listing site. */
  LISTING_ORIGIN: z.url(),
  LISTING_PACE_MS: EnvNumber,
  LISTING_REMOVAL_GAP_MS: EnvNumber,
  LISTING_MIN_INTERVAL_MS: EnvNumber,
  /** 0: as many as it takes. */
  LISTING_REQUESTS_PER_DAY: EnvNumber,
  /** As in 'Asia/Shanghai'. */
  LISTING_TIME_ZONE: z.string(),
};

export const refreshEnv = {
  ...siteEnv,
  /** The secret that the site is shown as a cookie; '' for none. */
  LISTING_COOKIE_PARAMETER: z.string(),
  /** Where a refresh that found something is told of; '' for nowhere. */
  DIGEST_TOPIC_ARN: z.string(),
};

export const httpEnv = {
  ...siteEnv,
  ...commonHttpEnv,
  /** The owner's e-mail address; empty where the deployment names none. */
  OWNER: z.string(),
  /** `cron(…)`, so that the page can say when the schedule comes next. */
  REFRESH_SCHEDULE: z.string(),
  /** Whether the first page of a new community is read while its person waits. */
  LISTING_FIRST_LOOK: z.enum(['true', 'false']),
};
