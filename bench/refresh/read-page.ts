import { listingSite } from 'lambdas/ljmonitor/listing-site/listing-site';
import { lianjia } from 'lambdas/ljmonitor/listing-site/lianjia/lianjia';

/** Reads a page as the monitor does, and keeps nothing of it: the page is fetched, and its houses are found. */
export async function handler({ origin, resblockId }: { origin: string; resblockId: string }): Promise<number> {
  const answer = await listingSite(lianjia, origin, { now: () => new Date() }).page(resblockId, 1);
  if (answer.kind !== 'page') throw new Error(`The site answered with ${answer.kind}`);
  return answer.page.rows.length;
}
