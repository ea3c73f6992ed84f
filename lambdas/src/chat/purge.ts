import type { Purge } from './job.ts';
import type { WriterPorts } from './ports.ts';

/** More than these are left to another record, so that no run comes near its time limit. */
const pagesAtOnce = 200;

/** Forgets a deleted session, its messages first. Whoever comes after a crash goes on where it stopped. */
export async function purge({ store, queue }: Pick<WriterPorts, 'store' | 'queue'>, job: Purge): Promise<void> {
  if (!(await store.beginPurge(job))) return;
  for (let page = 0; page < pagesAtOnce; page++) {
    const isMore = await store.purgeMessages(job.sessionId);
    if (!isMore) return store.endPurge(job);
  }
  await queue.send(job);
}
