import * as z from 'zod';
import { commonHttpEnv } from '../platform/env.ts';

const ConfiguredStack = z.object({
  name: z.string(),
  parameters: z.record(z.string(), z.string()),
  hourlyPrice: z.number().nullable(),
  maxUptimeHours: z.number(),
});
export type ConfiguredStack = z.infer<typeof ConfiguredStack>;

const stackEnv = {
  TABLE_NAME: z.string(),
  /** The configured stacks, as JSON. */
  STACKS: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(ConfiguredStack)),
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
