import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHeld, type Table } from '../../platform/dynamodb/table.ts';
import { transact, type Write } from '../../platform/dynamodb/transaction.ts';
import { isReadFromCheck } from '../communities/community-writes.ts';
import type { HouseChange } from '../houses/house.ts';
import { houseWrites } from '../houses/house-writes.ts';
import type { CommunityNames } from '../listing-site/site-adapter.ts';
import type { Crawl } from './crawl.ts';
import { namesWrite } from './reading-writes.ts';

/** The houses that a page changes and the progress of the crawl. They are stored together or not at all. */
export interface PageResult {
  runId: string;
  resblockId: string;
  crawl: Crawl;
  /** The houses that earlier pages of the crawl have shown. */
  seenBefore: ReadonlySet<string>;
  changes: HouseChange[];
  /** The names that differ from the stored ones. */
  names: CommunityNames | undefined;
  nowMs: number;
}

/**
 * `houseChanged`: a house is no longer stored as it was when the page was compared with it. `untracked`: the community was
 * deleted, or is read from another site.
 */
export type SavePageStatus = 'saved' | 'alreadySaved' | 'houseChanged' | 'untracked';

/** A transaction takes at most 100 writes: two for each changed house, and two others. */
const maxChangesAtOnce = 48;

/** Stores a page with the progress of its reading. That write has a condition, which fails for a page that is stored already. */
export async function putPageWith(
  table: Table,
  page: PageResult,
  progress: NonNullable<Write['Put']>,
): Promise<SavePageStatus> {
  const { client, TableName } = table;
  const { resblockId, crawl, changes, names } = page;
  // Without changes, the progress of the crawl is the only write.
  if (changes.length === 0 && !names) {
    return (await conditionHeld(client.send(new PutCommand(progress)))) ? 'saved' : 'alreadySaved';
  }
  if (!(await putFirstChanges(table, page))) return 'houseChanged';
  const last = changes.slice(Math.max(0, Math.floor((changes.length - 1) / maxChangesAtOnce)) * maxChangesAtOnce);
  const [refused] = await transact(client, [
    { Put: progress },
    names
      ? namesWrite(TableName, { resblockId, origin: crawl.origin, names })
      : isReadFromCheck(TableName, resblockId, crawl.origin),
    ...last.flatMap((change) => houseWrites(TableName, change)),
  ]);
  if (refused === undefined) return 'saved';
  return refused === 0 ? 'alreadySaved' : refused === 1 ? 'untracked' : 'houseChanged';
}

/** Saves the houses that do not fit into the last transaction. If the page is read again, they are unchanged. */
async function putFirstChanges(
  { client, TableName }: Table,
  { resblockId, crawl, changes }: PageResult,
): Promise<boolean> {
  for (let from = 0; from < changes.length - maxChangesAtOnce; from += maxChangesAtOnce) {
    const some = changes.slice(from, from + maxChangesAtOnce);
    const refused = await transact(client, [
      isReadFromCheck(TableName, resblockId, crawl.origin),
      ...some.flatMap((change) => houseWrites(TableName, change)),
    ]);
    if (refused.length > 0) return false;
  }
  return true;
}
