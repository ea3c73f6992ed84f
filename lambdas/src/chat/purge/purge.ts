import { conversationIdOf } from 'shared-types/rules/message-status';
import type { Purge } from '../jobs/job.ts';
import type { WriterPorts } from '../ports.ts';

/** More than these are left to another record, so that no run comes near its time limit. */
const pagesAtOnce = 200;

type PurgePorts = Pick<WriterPorts, 'store' | 'queue' | 'now'>;

/** Forgets a deleted session, its messages first. Whoever comes after a crash goes on where it stopped. */
export async function purge({ store, queue, now }: PurgePorts, job: Purge): Promise<void> {
  const { userId, sessionId } = job;
  if (!(await store.beginPurge(job))) return;
  for (let page = 0; page < pagesAtOnce; page++) {
    if (await store.purgeMessages(sessionId)) continue;
    // Nobody can end an answer that is gone: the place that it had among those under way is freed here.
    const limits = await store.findLimits(userId);
    for (const id of limits?.inProgress.keys() ?? [])
      if (conversationIdOf(id) === sessionId) await store.settleLimits(userId, id, null, now());
    return store.endPurge(job);
  }
  await queue.send(job);
}
