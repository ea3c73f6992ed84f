import { conversationIdOf } from 'shared-types/rules/message-status';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { PinStore } from '../conversations/pin-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Purge } from '../jobs/job.ts';
import type { FileBucket } from '../ports.ts';
import type { QuotaStore } from '../quota/quota-store.ts';
import type { PurgeStore } from './purge-store.ts';

/** A longer conversation is left to another record, so that no run reaches the function's timeout. */
const maxBatches = 200;

export interface PurgePorts {
  store: Pick<PurgeStore, 'beginPurge' | 'findTextsToPurge' | 'findMessagesToPurge' | 'purgeItems' | 'endPurge'> &
    Pick<PinStore, 'unpin'> &
    Pick<QuotaStore, 'findQuota' | 'releaseQuota'> &
    Pick<ConversationStore, 'findConversation'>;
  files: Pick<FileBucket, 'remove'>;
  queue: Pick<JobQueue, 'send'>;
}

/** Deletes a conversation for good, the files of its messages first. After a crash the next delivery continues. */
export async function purge({ store, files, queue }: PurgePorts, job: Purge): Promise<void> {
  const { userId, sessionId: conversationId } = job;
  if (!(await store.beginPurge(job))) return;
  await store.unpin(userId, conversationId);
  // From now on no search can add to them.
  for (;;) {
    const texts = await store.findTextsToPurge(job);
    if (texts.length === 0) break;
    await store.purgeItems(texts);
  }
  for (let batches = 0; batches < maxBatches; batches++) {
    const { items, fileKeys } = await store.findMessagesToPurge(conversationId);
    if (items.length > 0) {
      // The items name the files, so they go last.
      await files.remove(fileKeys);
      await store.purgeItems(items);
      continue;
    }
    // A deleted answer never ends, so the quota that it holds is released here.
    const quota = await store.findQuota(userId);
    for (const id of quota?.inProgress.keys() ?? [])
      if (conversationIdOf(id) === conversationId) await store.releaseQuota(userId, id);
    const conversation = await store.findConversation(userId, conversationId);
    return store.endPurge(job, conversation?.origin);
  }
  await queue.send(job);
}
