import { conversationIdOf } from 'shared-types/rules/message-status';
import type { CopyCheck } from '../jobs/job.ts';
import { purge, type PurgePorts } from './purge.ts';
import type { PurgeStore } from './purge-store.ts';

export type CheckPorts = PurgePorts & { store: Pick<PurgeStore, 'abandonConversation' | 'findFileKeys'> };

/**
 * Deletes the copies that their question does not name, because its write has failed or its caller has died. The messages of a
 * fork that was never completed are deleted with them.
 */
export async function checkCopies(
  ports: CheckPorts,
  { userId, sessionMessageId, keys, atMs, isImport = false }: CopyCheck,
): Promise<void> {
  const { store, files } = ports;
  const left = { kind: 'purge', userId, sessionId: conversationIdOf(sessionMessageId), deletedAtMs: atMs } as const;
  if (!isImport && (await store.abandonConversation(left))) await purge(ports, left);
  const named = new Set(await store.findFileKeys(sessionMessageId));
  await files.remove(keys.filter((key) => !named.has(key)));
}
