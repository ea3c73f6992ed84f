import * as z from 'zod';

/** A token bucket, as API Gateway has it: `burst` tokens at most, and `rate` new ones in a second. */
const Bucket = z.object({ burst: z.number().min(1), rate: z.number().positive() });
export type Bucket = z.infer<typeof Bucket>;

/** The buckets that a step of an anonymous visitor takes a token of. */
export const StepBuckets = z.object({
  /** One for each network of strangers, and one for each known browser. */
  source: Bucket,
  /** One for all strangers together. */
  strangers: Bucket,
  /** One for all known browsers together. */
  known: Bucket,
});
export type StepBuckets = z.infer<typeof StepBuckets>;
