import * as z from 'zod';
import { densities, themes, tools } from '../../rules/auth/preferences.ts';

export const Preferences = z.strictObject({
  theme: z.enum(themes),
  density: z.enum(densities),
  singleKeys: z.boolean(),
  /** A page that was loaded before this field existed does not send it. */
  enterSends: z.boolean().default(false),
  /** Each tool once. */
  tools: z
    .array(z.enum(tools))
    .length(tools.length)
    .refine((order) => new Set(order).size === order.length, 'must name each tool once'),
  /** Grows by one with each change. A change names the version that it was made to; it is 0 before the first. */
  version: z.int().min(0),
});
export type Preferences = z.infer<typeof Preferences>;
