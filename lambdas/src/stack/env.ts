import * as z from 'zod';
import { commonHttpEnv } from '../platform/env.ts';

const stackEnv = {
  TABLE_NAME: z.string(),
  /** The names of the parameters with the configured stacks, separated by commas. */
  STACK_LIST_PARAMETERS: z.string().transform((names) => names.split(',')),
};

export const httpEnv = {
  ...commonHttpEnv,
  /** The owner's email address; empty when the deployment has none. */
  OWNER: z.string(),
  ...stackEnv,
  MAX_RUNNING_STACKS: z.string().regex(/^\d+$/).transform(Number),
  STATE_MACHINE_ARN: z.string(),
};

export const serverEventEnv = { ...stackEnv, STATE_MACHINE_ARN: z.string() };

export const stepEnv = { ...stackEnv, TEMPLATE_URL: z.url(), SERVICE_ROLE_ARN: z.string() };
