import type * as z from 'zod';
import type { ArchiveBucket } from '../ports.ts';
import { archiveOf, archivesToDelete, type ArchivedEvent, settingsOfWorld } from './archive.ts';
import type { WorldStore } from './world-store.ts';

export interface ArchivedPorts {
  store: Pick<WorldStore, 'putArchive' | 'getWorld' | 'removeArchive'>;
  archiveBucket: Pick<ArchiveBucket, 'remove'>;
  now: () => Date;
}

/** Lists a new archive, and deletes those that are not kept any longer. */
export async function storeArchive(
  { store, archiveBucket, now }: ArchivedPorts,
  detail: z.infer<typeof ArchivedEvent>,
): Promise<void> {
  const { stackName, requestId } = detail;
  // The boot that archives the old world says at once that the next one is there, and the two events come in any order.
  const settings = settingsOfWorld(await store.getWorld(stackName), requestId) ?? undefined;
  await store.putArchive(stackName, { ...archiveOf(detail, now()), settings });
  const { archives, choice } = await store.getWorld(stackName);
  const needed = choice && !choice.isApplied ? choice.source : undefined;
  for (const { archiveId } of archivesToDelete(archives, needed, now())) {
    // If the object cannot be deleted, the archive stays in the list and is deleted after the next archive.
    await archiveBucket.remove(stackName, archiveId);
    await store.removeArchive(stackName, archiveId);
  }
}
