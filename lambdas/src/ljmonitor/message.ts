import * as z from 'zod/mini';

// The contract has a stricter ID, but importing it would bundle the whole contract into functions without calls.
const ResblockId = z.string().check(z.regex(/^\d+$/));

/** Reads one page of one community, or finishes its crawl when all pages are read. */
const RefreshStep = z.object({
  kind: z.literal('step'),
  runId: z.string(),
  resblockId: ResblockId,
  step: z.int().check(z.nonnegative()),
});
export type RefreshStep = z.infer<typeof RefreshStep>;

/** Adds a community's houses to the house index or takes them out, depending on whether it is tracked. */
const IndexUpdate = z.object({
  kind: z.literal('index'),
  resblockId: ResblockId,
  /** The houses up to this one are done. */
  afterHouseId: z.optional(z.string()),
});
export type IndexUpdate = z.infer<typeof IndexUpdate>;

/** Reads the page of a house to find its community. */
const HouseLookupMessage = z.object({
  kind: z.literal('house'),
  houseId: z.string().check(z.regex(/^\d+$/)),
  /** Null for the configured site. */
  origin: z.nullable(z.string()),
  lookupId: z.string(),
});
export type HouseLookupMessage = z.infer<typeof HouseLookupMessage>;

/** Tells the news of a refresh, or of readings by hand. */
const NewsMessage = z.object({
  kind: z.literal('news'),
  /** The beginning of the refresh or the reading. */
  startedAtMs: z.number(),
});
export type NewsMessage = z.infer<typeof NewsMessage>;

export const RefreshMessage = z.discriminatedUnion('kind', [RefreshStep, IndexUpdate, HouseLookupMessage, NewsMessage]);
export type RefreshMessage = z.infer<typeof RefreshMessage>;
