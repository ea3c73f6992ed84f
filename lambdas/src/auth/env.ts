import * as z from 'zod';
import { anyHttpEnv } from '../lib/env.ts';

export const httpEnv = {
  ...anyHttpEnv,
  TABLE_NAME: z.string(),
  USER_POOL_ID: z.string(),
  USER_POOL_CLIENT_ID: z.string(),
  VERSION: z.string(),
};
