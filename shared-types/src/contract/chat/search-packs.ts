import * as z from 'zod';

/** What `npm run search-packs` asks of its function: to rebuild the packs of a person's conversations after this one, or of all. */
export const RebuildPacks = z.strictObject({ userId: z.string(), after: z.string().nullable() });
export type RebuildPacks = z.infer<typeof RebuildPacks>;

const count = z.int().nonnegative();

/** How many conversations one run has read, and what became of their packs. */
export const RebuiltPacks = z.object({
  read: count,
  rebuilt: count,
  unchanged: count,
  /** Those in which messages were being rewritten all the time. */
  busy: count,
  /** The last one, if the run had no time for all. */
  next: z.string().nullable(),
});
export type RebuiltPacks = z.infer<typeof RebuiltPacks>;
