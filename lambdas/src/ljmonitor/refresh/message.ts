import * as z from 'zod/mini';

// The contract's own id would bring the whole contract into functions that answer no call.
const ResblockId = z.string().check(z.regex(/^\d+$/));

/** Read one page of one community, or settle it when all its pages are read. */
const RefreshStep = z.object({
  kind: z.literal('step'),
  runId: z.string(),
  resblockId: ResblockId,
  step: z.int().check(z.nonnegative()),
});
export type RefreshStep = z.infer<typeof RefreshStep>;

/** Put a community's houses into the list, or take them out, as it is tracked now. */
const FeedChange = z.object({ kind: z.literal('feed'), resblockId: ResblockId });

export const RefreshMessage = z.discriminatedUnion('kind', [RefreshStep, FeedChange]);
export type RefreshMessage = z.infer<typeof RefreshMessage>;
