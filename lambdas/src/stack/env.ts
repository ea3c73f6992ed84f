import * as z from 'zod';
import { auditEnv, commonHttpEnv, EnvNumber } from '../platform/env.ts';

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
  MAX_RUNNING_STACKS: EnvNumber,
  /** The hours a month of the servers that one user has started, and of all servers. */
  PERSON_SERVER_HOURS: EnvNumber,
  SITE_SERVER_HOURS: EnvNumber,
  /** The addresses of the users who may start and stop stacks, as a JSON list; 'null' for everyone. */
  STACK_USERS: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(z.string()).nullable()),
  STATE_MACHINE_ARN: z.string(),
};

export const serverEventEnv = { ...auditEnv, ...stackEnv, STATE_MACHINE_ARN: z.string() };

export const stepEnv = { ...auditEnv, ...stackEnv, TEMPLATE_URL: z.url(), SERVICE_ROLE_ARN: z.string() };
