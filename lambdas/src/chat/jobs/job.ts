import * as z from 'zod';

/** Write an answer, unless another attempt has begun. */
const Generation = z.object({
  kind: z.literal('generate'),
  sessionMessageId: z.string(),
  attempt: z.int().positive(),
});
export type Generation = z.infer<typeof Generation>;

/** End an answer that its provider writes in the background. */
const Cancellation = z.object({
  kind: z.literal('cancel'),
  sessionMessageId: z.string(),
  modelCode: z.string(),
  responseId: z.string(),
});
export type Cancellation = z.infer<typeof Cancellation>;

/** Delete a conversation for good, unless it was restored since this deletion. */
const Purge = z.object({
  kind: z.literal('purge'),
  userId: z.string(),
  sessionId: z.string(),
  deletedAtMs: z.number(),
});
export type Purge = z.infer<typeof Purge>;

/** Delete the copies of files that their question does not name. */
const CopyCheck = z.object({
  kind: z.literal('checkCopies'),
  userId: z.string(),
  /** The question, which may never have been written. */
  sessionMessageId: z.string(),
  keys: z.array(z.string()),
  atMs: z.number(),
  /** Its conversation is written with the message, and may be imported at any time, so it is never given up. */
  isImport: z.boolean().optional(),
});
export type CopyCheck = z.infer<typeof CopyCheck>;

/** All kinds share a queue, because Lambda's polling of a queue costs money even while it is empty. */
export const ChatJob = z.discriminatedUnion('kind', [Generation, Cancellation, Purge, CopyCheck]);
export type ChatJob = z.infer<typeof ChatJob>;

export const generationOf = ({ sessionMessageId, attempt }: Omit<Generation, 'kind'>): Generation => ({
  kind: 'generate',
  sessionMessageId,
  attempt,
});

/** An answer, and how its provider writes it in the background; null if it does not. */
interface CancelledAnswer {
  sessionMessageId: string;
  background: { id: string; modelCode: string } | null;
}

/** Returns undefined if the answer ends with its worker. */
export const cancellationOf = ({ sessionMessageId, background }: CancelledAnswer): Cancellation | undefined =>
  background
    ? { kind: 'cancel', sessionMessageId, modelCode: background.modelCode, responseId: background.id }
    : undefined;

/** A call to the API lasts for 30 seconds at most, so none writes a question to its copies any more. SQS delays no job for longer. */
export const copyCheckSeconds = 900;

/** Returns the job that looks after the copies of a question. It is sent before the first copy is made. */
export const copyCheckOf = (
  { userId, sessionMessageId }: Pick<CopyCheck, 'userId' | 'sessionMessageId'>,
  keys: string[],
  now: Date,
): CopyCheck => ({ kind: 'checkCopies', userId, sessionMessageId, keys, atMs: now.getTime() });
