import { gameIds } from 'shared-types/rules/stack/game';
import * as z from 'zod';
import { auditEnv, commonHttpEnv, EnvNumber } from '../platform/env.ts';

const stackEnv = {
  TABLE_NAME: z.string(),
  /** The notifier's table, where news is stored. */
  NEWS_TABLE_NAME: z.string(),
  /** The names of the parameters with the configured stacks, separated by commas. */
  STACK_LIST_PARAMETERS: z.string().transform((names) => names.split(',')),
};

/** The names of the SSM documents that make a server report, and warn its players. */
const watchEnv = { REPORT_DOCUMENT: z.string(), WARNING_DOCUMENT: z.string() };

/** The name of the SSM document that archives a world. */
const commandEnv = { ARCHIVE_DOCUMENT: z.string() };

/** The name of the SSM document of the game's console. */
const consoleEnv = { CONSOLE_DOCUMENT: z.string() };

/** The address of the bucket of the archives, in path style. */
const bucketEnv = { ARCHIVE_BUCKET_URL: z.url() };

/** What decides who may start and stop stacks, beside the stored rights. */
const rightsEnv = {
  /** The owner's email address; empty when the deployment has none. */
  OWNER: z.string(),
  /** The addresses of the users who may start and stop stacks, as a JSON list; 'null' for everyone. */
  STACK_USERS: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(z.string()).nullable()),
};

const limitsEnv = {
  MAX_RUNNING_STACKS: EnvNumber,
  /** The hours a month of the servers that one user has started, and of all servers. */
  PERSON_SERVER_HOURS: EnvNumber,
  SITE_SERVER_HOURS: EnvNumber,
  /** The license of the game as JSON; 'null' for a game without one. */
  LICENSE: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.object({ name: z.string(), url: z.string() }).nullable()),
};

export const httpEnv = {
  ...commonHttpEnv,
  ...rightsEnv,
  ...stackEnv,
  ...commandEnv,
  ...bucketEnv,
  ...consoleEnv,
  ...limitsEnv,
  /** The address of the bucket that browsers upload to, in path style. */
  UPLOAD_BUCKET_URL: z.url(),
  STATE_MACHINE_ARN: z.string(),
};

export const serverEventEnv = {
  ...auditEnv,
  ...stackEnv,
  ...rightsEnv,
  ...bucketEnv,
  ...watchEnv,
  ...limitsEnv,
  ...consoleEnv,
  STATE_MACHINE_ARN: z.string(),
  /** The address of EC2 in this region. */
  EC2_URL: z.url(),
};

export const stepEnv = {
  ...auditEnv,
  ...stackEnv,
  ...commandEnv,
  /** The address of the template of each game in use, as JSON. */
  TEMPLATE_URLS: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.partialRecord(z.enum(gameIds), z.url())),
  SERVICE_ROLE_ARN: z.string(),
};
