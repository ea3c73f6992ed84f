import { ModelSettings } from 'shared-types/contract/model';
import * as z from 'zod';
import { commonHttpEnv, EnvNumber } from '../platform/env.ts';

const EnvCount = z.string().regex(/^\d+$/).transform(Number);

/** JSON, as text. */
const EnvModels = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(ModelSettings));

const chatEnv = {
  TABLE_NAME: z.string(),
  GENERATION_QUEUE_URL: z.string(),
  /** Where models are asked: OpenAI's own address, or any server's that speaks like it. */
  OPENAI_BASE_URL: z.url(),
  /** On top of the product's own. */
  ADDED_MODELS: EnvModels,
};

export const generateEnv = {
  ...chatEnv,
  /** Name of the SSM parameter that holds the key. */
  OPENAI_KEY_PARAMETER: z.string(),
  /** Empty: none. */
  SYSTEM_PROMPT: z.string(),
  /** Empty: each model's own. */
  TEMPERATURE: z.string().transform((text) => (text === '' ? null : Number(text))),
  OUTPUT_TOKENS: EnvCount,
  /** Shorter than the function's own timeout. */
  LONGEST_ANSWER_MS: EnvNumber,
  /** How often a record comes before it goes to the dead letters. */
  MOST_RECEIVES: EnvCount,
};

export const httpEnv = {
  ...chatEnv,
  ...commonHttpEnv,
  /** The owner's e-mail address; empty where the deployment names none. */
  OWNER: z.string(),
  DEFAULT_MODEL: z.string(),
  DEFAULT_MEMORY_SIZE: EnvCount,
  MESSAGES_PER_DAY: EnvCount,
  ANSWERS_AT_ONCE: EnvCount,
};
