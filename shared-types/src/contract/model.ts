import * as z from 'zod';

/** US dollars for a million tokens. */
export const TokenPrice = z.strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() });
export type TokenPrice = z.infer<typeof TokenPrice>;

/** What is known of a language model: its name, and what its provider takes and refuses. */
export const ModelSettings = z.strictObject({
  /** As the provider calls it. */
  code: z.string().min(1).max(100),
  /** As people are shown it. */
  name: z.string().min(1).max(100),
  /** The provider's last day for it, YYYY-MM-DD. */
  retiresOn: z.iso.date().optional(),
  /** The code of the model to take instead. */
  replacement: z.string().optional(),
  /** The role under which it takes the system prompt, if it takes one. */
  systemRole: z.enum(['system', 'developer', 'none']).default('system'),
  temperature: z.boolean().default(true),
  /** The parameter that limits the length of its answers. */
  tokenLimit: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
  stream: z.boolean().default(true),
  /** What the provider takes, in US dollars for a million tokens: the owner's page of costs reckons with it. */
  pricePerMillion: TokenPrice.optional(),
});
export type ModelSettings = z.infer<typeof ModelSettings>;
