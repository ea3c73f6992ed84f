import * as z from 'zod';

/** Write an answer. Only while this attempt is the last one asked for. */
const Generation = z.object({
  kind: z.literal('generate'),
  sessionMessageId: z.string(),
  attempt: z.int().positive(),
});
export type Generation = z.infer<typeof Generation>;

/** Forget a session that was deleted then, unless it has been restored. */
const Purge = z.object({
  kind: z.literal('purge'),
  userId: z.string(),
  sessionId: z.string(),
  deletedAtMs: z.number(),
});
export type Purge = z.infer<typeof Purge>;

/** One queue for both: each queue that somebody listens to costs money while nothing happens. */
export const ChatJob = z.discriminatedUnion('kind', [Generation, Purge]);
export type ChatJob = z.infer<typeof ChatJob>;
