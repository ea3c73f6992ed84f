import * as z from 'zod';
import { reasoningEfforts } from '../rules/models.ts';

/** US dollars for a million tokens. */
export const TokenPrice = z.strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() });
export type TokenPrice = z.infer<typeof TokenPrice>;

/** The efforts that providers know. Each model accepts some of them. */
export const ReasoningEffort = z.enum(reasoningEfforts);
export type ReasoningEffort = z.infer<typeof ReasoningEffort>;

/** A language model, with the parameters that its provider accepts. */
export const ModelSettings = z.strictObject({
  /** The name of the model in conversations, different for each model of the site. */
  code: z.string().min(1).max(100),
  /** The provider's name for the model, if it is not the code: two providers may serve a model of the same name. */
  providerCode: z.string().min(1).max(100).optional(),
  /** The name on screen. */
  name: z.string().min(1).max(100),
  /** The provider stops serving the model on this day, YYYY-MM-DD. */
  retiresOn: z.iso.date().optional(),
  /** The code of the model that takes its place. */
  replacement: z.string().optional(),
  /** The role of the system prompt, if the model accepts one. */
  systemRole: z.enum(['system', 'developer', 'none']).default('system'),
  temperature: z.boolean().default(true),
  /** The name of the parameter that limits the length of an answer. */
  tokenLimit: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
  stream: z.boolean().default(true),
  /** The API that it is asked by: Chat Completions, or OpenAI's Responses, which shows thoughts and can search the web. */
  api: z.enum(['chat', 'responses']).default('chat'),
  /** The efforts that it accepts; none for a model that does not reason. */
  efforts: z.array(ReasoningEffort).default([]),
  /** It can search the web. */
  webSearch: z.boolean().default(false),
  /**
   * The way in which it takes pictures: not at all, by an address in the bucket of files that the provider can open, or as
   * their bytes, which every server understands.
   */
  pictures: z.enum(['none', 'address', 'bytes']).default('none'),
  /** It reads PDFs themselves. Other models get the text of a PDF. */
  pdfs: z.boolean().default(false),
  /** The provider goes on writing without a connection, and keeps each answer. The Responses API only. */
  background: z.boolean().default(false),
  /** The longest answer that the provider allows. */
  maxOutputTokens: z.int().positive().optional(),
  /** The provider's price, from which the owner's page computes the costs. */
  pricePerMillion: TokenPrice.optional(),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** Another server with OpenAI's interface, beside the one at `chat.baseUrl`. */
export const ProviderSettings = z.strictObject({
  /** The name on screen, above the models in the menu. */
  name: z.string().min(1).max(40),
  /** Its address with its version, as in /v1. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** The SecureString parameter that holds its key, as in /home-page/deepseek-key; null for a server that needs none. */
  keyParameter: z
    .string()
    .regex(/^\/[\w./-]+$/, 'must be like /home-page/deepseek-key')
    .nullable(),
  models: z.array(ModelSettings).min(1),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;

/** What a deployment adds to the product's own models. The functions of the chat read it from a file beside their bundle. */
export const AddedModels = z.strictObject({
  /** Models of the main provider. */
  models: z.array(ModelSettings),
  /** The providers in addition to the main one. */
  providers: z.array(ProviderSettings),
});
export type AddedModels = z.infer<typeof AddedModels>;

/** The name of that file. */
export const addedModelsFile = 'added-models.json';
