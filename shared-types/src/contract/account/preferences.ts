import * as z from 'zod';
import {
  densities,
  maxStarterLength,
  maxStarters,
  maxViewName,
  maxViewQuery,
  maxViews,
  themes,
  tools,
} from '../../rules/auth/preferences.ts';
import { isText, notText } from '../text.ts';

const text = (maxLength: number) => z.string().min(1).max(maxLength).refine(isText, notText);

export const SavedView = z.strictObject({
  name: text(maxViewName),
  query: text(maxViewQuery),
});

export const Preferences = z.strictObject({
  theme: z.enum(themes),
  density: z.enum(densities),
  singleKeys: z.boolean(),
  /** A page that was loaded before this field existed does not send it. */
  enterSends: z.boolean().default(false),
  /** A page that was loaded before this field existed does not send it. */
  titlesByModel: z.boolean().default(true),
  /** Each tool once. */
  tools: z
    .array(z.enum(tools))
    .length(tools.length)
    .refine((order) => new Set(order).size === order.length, 'must name each tool once'),
  /** A page that was loaded before this field existed does not send it, which leaves the views as they are. */
  views: z
    .array(SavedView)
    .max(maxViews)
    .refine((views) => new Set(views.map(({ name }) => name)).size === views.length, 'must have different names')
    .optional(),
  /** A page that was loaded before this field existed does not send it, which leaves the starters as they are. */
  starters: z.array(text(maxStarterLength)).max(maxStarters).optional(),
  /** Grows by one with each change. A change names the version that it was made to; it is 0 before the first. */
  version: z.int().min(0),
});
export type Preferences = z.infer<typeof Preferences>;
