import type * as z from 'zod';
import type { ServerEventPorts } from '../ports.ts';
import { archiveOf, archivesToDelete, type ArchivedEvent } from './archive.ts';

/** Lists a new archive, and deletes those that are not kept any longer. */
export async function storeArchive(
  { store, archiveBucket, now }: Pick<ServerEventPorts, 'store' | 'archiveBucket' | 'now'>,
  detail: z.infer<typeof ArchivedEvent>,
): Promise<void> {
  const { stackName } = detail;
  await store.putArchive(stackName, archiveOf(detail, now()));
  const { archives, choice } = await store.getWorld(stackName);
  const needed = choice && !choice.isApplied ? choice.source : undefined;
  for (const { archiveId } of archivesToDelete(archives, needed, now())) {
    // An archive that stays listed is tried again after the next one.
    await archiveBucket.remove(stackName, archiveId);
    await store.removeArchive(stackName, archiveId);
  }
}
