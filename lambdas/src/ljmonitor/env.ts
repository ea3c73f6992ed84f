import * as z from 'zod';
import { anyHttpEnv, EnvMs } from '../lib/env.ts';

export const refreshStartEnv = { TABLE_NAME: z.string(), REFRESH_QUEUE_URL: z.string() };

export const refreshEnv = {
  ...refreshStartEnv,
  /** Scheme and host of the listing site. */
  LISTING_ORIGIN: z.url(),
  LISTING_PACE_MS: EnvMs,
  LISTING_REMOVAL_GAP_MS: EnvMs,
  LISTING_MIN_INTERVAL_MS: EnvMs,
  /** As in 'Asia/Shanghai'. */
  LISTING_TIME_ZONE: z.string(),
};

/** `cron(…)`, so that the page can say when the schedule comes next. */
export const httpEnv = { ...refreshEnv, ...anyHttpEnv, REFRESH_SCHEDULE: z.string() };
