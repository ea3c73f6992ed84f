import { SpendingLimits } from 'shared-types/contract/spending';
import * as z from 'zod';
import { commonHttpEnv, EnvNumber } from '../platform/env.ts';

const EnvJson = z.string().transform((text): unknown => JSON.parse(text));

const chatEnv = {
  TABLE_NAME: z.string(),
  GENERATION_QUEUE_URL: z.string(),
  /** The address of OpenAI, or of any server with the same interface. */
  OPENAI_BASE_URL: z.url(),
  /** The name of the main provider on screen. */
  PROVIDER_NAME: z.string(),
  /** The model that writes titles. An empty text stands for none. */
  TITLE_MODEL: z.string().transform((text) => (text === '' ? null : text)),
  SPENDING_LIMITS: EnvJson.pipe(SpendingLimits),
  /** The bucket of the files that questions keep. */
  FILE_BUCKET_URL: z.url(),
};

export const generateEnv = {
  ...chatEnv,
  /** The notifier's table, where news is stored. */
  NEWS_TABLE_NAME: z.string(),
  /** The name of the SSM parameter that holds the provider's key. */
  OPENAI_KEY_PARAMETER: z.string(),
  /** An empty text stands for none. */
  SYSTEM_PROMPT: z.string(),
  /** An empty text stands for each model's own. */
  TEMPERATURE: z.string().transform((text) => (text === '' ? null : Number(text))),
  OUTPUT_TOKENS: EnvNumber,
  /** This is shorter than the timeout of the function. */
  LONGEST_ANSWER_MS: EnvNumber,
  /** A record goes to the dead-letter queue after this number of receives. */
  MOST_RECEIVES: EnvNumber,
};

export const httpEnv = {
  ...chatEnv,
  ...commonHttpEnv,
  /** The bucket that browsers upload to. */
  UPLOAD_BUCKET_URL: z.url(),
  /** The owner's email address; empty if the deployment names none. */
  OWNER: z.string(),
  DEFAULT_MODEL: z.string(),
  DEFAULT_MEMORY_SIZE: EnvNumber,
  MESSAGES_PER_DAY: EnvNumber,
  ANSWERS_AT_ONCE: EnvNumber,
};

export const searchPacksEnv = { TABLE_NAME: chatEnv.TABLE_NAME };
