import * as z from 'zod';

/** US dollars for a million tokens. */
export const TokenPrice = z.strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() });
export type TokenPrice = z.infer<typeof TokenPrice>;

/** A language model, with the parameters that its provider accepts. */
export const ModelSettings = z.strictObject({
  /** The provider's name for the model. */
  code: z.string().min(1).max(100),
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
  /** The provider's price, from which the owner's page computes the costs. */
  pricePerMillion: TokenPrice.optional(),
});
export type ModelSettings = z.infer<typeof ModelSettings>;
