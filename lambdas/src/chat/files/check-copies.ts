import { conversationIdOf } from 'shared-types/rules/message-status';
import type { CopyCheck } from '../jobs/job.ts';
import type { Message } from '../messages/message.ts';
import type { WorkerPorts } from '../ports.ts';
import { purge } from '../purge/purge.ts';

/** A call to the API lasts for 30 seconds at most, so none writes a question to its copies any more. SQS delays no job for longer. */
export const copyCheckSeconds = 900;

/** Returns the job that looks after the copies of a question. It is sent before the first copy is made. */
export const copyCheckOf = (
  { userId, sessionMessageId }: Pick<Message, 'userId' | 'sessionMessageId'>,
  keys: string[],
  now: Date,
): CopyCheck => ({ kind: 'checkCopies', userId, sessionMessageId, keys, atMs: now.getTime() });

/**
 * Deletes the copies that their question does not name, because its write has failed or its caller has died. The messages of a
 * fork that was never completed are deleted with them.
 */
export async function checkCopies(
  ports: Pick<WorkerPorts, 'store' | 'files' | 'queue'>,
  { userId, sessionMessageId, keys, atMs }: CopyCheck,
): Promise<void> {
  const { store, files } = ports;
  const left = { kind: 'purge', userId, sessionId: conversationIdOf(sessionMessageId), deletedAtMs: atMs } as const;
  if (await store.abandonConversation(left)) await purge(ports, left);
  const named = new Set(await store.findFileKeys(sessionMessageId));
  await files.remove(keys.filter((key) => !named.has(key)));
}
