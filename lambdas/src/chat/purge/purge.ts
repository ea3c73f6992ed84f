import { conversationIdOf } from 'shared-types/rules/message-status';
import type { Purge } from '../jobs/job.ts';
import type { WorkerPorts } from '../ports.ts';

/** A longer conversation is left to another record, so that no run reaches the function's timeout. */
const maxBatches = 200;

type PurgePorts = Pick<WorkerPorts, 'store' | 'queue'>;

/** Deletes a conversation for good, its messages first. After a crash the next delivery continues. */
export async function purge({ store, queue }: PurgePorts, job: Purge): Promise<void> {
  const { userId, sessionId: conversationId } = job;
  if (!(await store.beginPurge(job))) return;
  for (let batches = 0; batches < maxBatches; batches++) {
    if (await store.purgeMessages(conversationId)) continue;
    // A deleted answer never ends, so the quota that it holds is released here.
    const quota = await store.findQuota(userId);
    for (const id of quota?.inProgress.keys() ?? [])
      if (conversationIdOf(id) === conversationId) await store.releaseQuota(userId, id);
    return store.endPurge(job);
  }
  await queue.send(job);
}
