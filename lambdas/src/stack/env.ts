import * as z from 'zod';
import { auditEnv, commonHttpEnv, EnvNumber } from '../platform/env.ts';

const stackEnv = {
  TABLE_NAME: z.string(),
  /** The names of the parameters with the configured stacks, separated by commas. */
  STACK_LIST_PARAMETERS: z.string().transform((names) => names.split(',')),
};

/** The name of the SSM document that archives a world. */
const commandEnv = { ARCHIVE_DOCUMENT: z.string() };

/** The address of the bucket of the archives, in path style. */
const bucketEnv = { ARCHIVE_BUCKET_URL: z.url() };

export const httpEnv = {
  ...commonHttpEnv,
  /** The owner's email address; empty when the deployment has none. */
  OWNER: z.string(),
  ...stackEnv,
  ...commandEnv,
  ...bucketEnv,
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

export const serverEventEnv = { ...auditEnv, ...stackEnv, ...bucketEnv, STATE_MACHINE_ARN: z.string() };

export const stepEnv = { ...auditEnv, ...stackEnv, ...commandEnv, TEMPLATE_URL: z.url(), SERVICE_ROLE_ARN: z.string() };
