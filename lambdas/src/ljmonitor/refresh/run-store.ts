import { utcDay } from 'shared-types/rules/time';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { StoredItem } from '../../platform/dynamodb/item.ts';
import { batchGet, queryAll } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import { updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { readResblockItem } from '../communities/community-store.ts';
import type { HouseChange } from '../houses/house.ts';
import { houseWrites, isReadFromCheck } from '../houses/house-writes.ts';
import type { HandReading } from '../hand-readings/hand-reading.ts';
import { handReadingItem } from '../hand-readings/hand-reading-item.ts';
import { crawlKeys, refreshCountKey, refreshHistoryKey, resblockKey, runKey, runPlanKey } from '../keys.ts';
import type { CommunityNames } from '../listing-site/site-adapter.ts';
import type { Crawl } from './crawl.ts';
import { crawlItem, readCrawlItems, readRefreshHistoryItem, readRunItem, runItems } from './run-item.ts';
import {
  type CrawlResult,
  crawlResultUpdate,
  dailyStatsPut,
  namesWrite,
  postponeWrites,
  readingUpdate,
  type ReadingResult,
} from './run-writes.ts';
import { isFinished, type RefreshHistory, type RefreshLimits, type Run, withResult } from './run.ts';

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
  /** The pages that a user has handed in, in place of a crawl's progress. */
  byHand?: { userId: string; reading: HandReading } | undefined;
}

/**
 * `houseChanged`: a house is no longer stored as it was when the page was compared with it. `untracked`: the community was
 * deleted, or is read from another site.
 */
export type SavePageStatus = 'saved' | 'alreadySaved' | 'houseChanged' | 'untracked';

/** The user who starts a refresh, with the daily limits. */
interface Counted {
  userId: string;
  limits: RefreshLimits;
  at: Date;
}

type RefreshStart = 'started' | 'joined' | keyof RefreshLimits;

/** The refreshes of all users together are counted under this id in place of a user's. */
const allUsers = 'site';

/** A transaction takes at most 100 writes: two for each changed house, and two others. */
const maxChangesAtOnce = 48;

export function runStore(table: Table) {
  const { client, TableName } = table;

  async function get(key: Key): Promise<StoredItem | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    return Item;
  }

  async function findCrawl(runId: string, resblockId: string): Promise<Crawl | undefined> {
    const { pk, first, last } = crawlKeys(runId, resblockId);
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': pk, ':first': first, ':last': last },
      ConsistentRead: true,
    });
    return readCrawlItems(items);
  }

  async function findRun(runId: string): Promise<Run | undefined> {
    const [run, plan] = await getItems([runKey(runId), runPlanKey(runId)]);
    return readRunItem(run, plan);
  }

  /** Reads items by their keys, in the order of the keys. */
  async function getItems(keys: readonly Key[]): Promise<(StoredItem | undefined)[]> {
    const items = await batchGet(table, keys, { ConsistentRead: true });
    return keys.map(({ pk, sk }) => items.find((item) => item.pk === pk && item.sk === sk));
  }

  const getHistory = async () => readRefreshHistoryItem(await get(refreshHistoryKey));

  /** Saves the houses that do not fit into the last transaction. If the page is read again, they are unchanged. */
  async function putFirstChanges({ resblockId, crawl, changes }: PageResult): Promise<boolean> {
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

  return {
    findCrawl,

    /** Reads everything that one step needs. */
    async getStepState(runId: string, resblockId: string) {
      const keys = [runKey(runId), runPlanKey(runId), resblockKey(resblockId), refreshHistoryKey];
      const [[run, plan, resblock, history], crawl] = await Promise.all([getItems(keys), findCrawl(runId, resblockId)]);
      return {
        run: readRunItem(run, plan),
        history: readRefreshHistoryItem(history),
        crawl,
        resblock: readResblockItem(resblock),
      };
    },

    /** The history and the run in it belong together: a caller starts the next refresh only on top of this one. */
    async getRefreshHistory(): Promise<{ history: RefreshHistory; run: Run | undefined }> {
      for (let history = await getHistory(); ;) {
        const run = history.runId === null ? undefined : await findRun(history.runId);
        if (!run || run.end || !isFinished(run)) return { history: withResult(history, run), run };
        // The run may have been postponed between the two reads, so the history is read again.
        const after = await getHistory();
        if (after.runId === run.runId) return { history: after, run };
        history = after;
      }
    },

    /**
     * Starts a refresh, and counts it for the user who starts it, all or nothing. Keeps the result of the refresh before. `joined`:
     * another one was started since `before` was read. Otherwise the result is the daily limit that is reached.
     */
    async startRefresh(run: Run, before: RefreshHistory, starter?: Counted): Promise<RefreshStart> {
      const { lastSuccessAtMs, lastFailureAtMs } = before;
      const count = (counted: string, perDay: number, at: Date) =>
        updateWrite({
          TableName,
          Key: refreshCountKey(counted, utcDay(at)),
          set: { ttl: Math.floor(at.getTime() / 1000) + 2 * 86_400 },
          add: { refreshes: 1 },
          when: condition`attribute_not_exists(refreshes) OR refreshes < ${perDay}`,
        });
      const counts = starter
        ? [count(starter.userId, starter.limits.person, starter.at), count(allUsers, starter.limits.site, starter.at)]
        : [];
      const [refused] = await transact(client, [
        updateWrite({
          TableName,
          Key: refreshHistoryKey,
          set: {
            runId: run.runId,
            ...(lastSuccessAtMs !== null && { lastSuccessAtMs }),
            ...(lastFailureAtMs !== null && { lastFailureAtMs }),
          },
          when: before.runId === null ? condition`attribute_not_exists(runId)` : condition`runId = ${before.runId}`,
        }),
        ...counts,
        ...runItems(run).map((Item) => ({ Put: { TableName, Item } })),
      ]);
      return refused === undefined ? 'started' : refused === 0 ? 'joined' : refused === 1 ? 'person' : 'site';
    },

    async putRun(run: Run): Promise<void> {
      for (const Item of runItems(run)) await client.send(new PutCommand({ TableName, Item }));
    },

    /** A refresh without communities is a success. */
    async putEmptyRefresh(nowMs: number): Promise<void> {
      const update = updateItem({ TableName, Key: refreshHistoryKey, set: { lastSuccessAtMs: nowMs } });
      await client.send(new UpdateCommand(update));
    },

    async putPage(page: PageResult): Promise<SavePageStatus> {
      const { runId, resblockId, crawl, seenBefore, changes, names, nowMs, byHand } = page;
      const put = {
        TableName,
        Item: byHand
          ? handReadingItem(byHand.userId, resblockId, byHand.reading, nowMs)
          : crawlItem(runId, resblockId, { crawl, seenBefore, nowMs }),
        ...(crawl.step === 1 || !byHand
          ? onlyIf(condition`attribute_not_exists(pk)`)
          : onlyIf(condition`step = ${crawl.step - 1}`)),
      };
      // Without changes, the progress of the crawl is the only write.
      if (changes.length === 0 && !names) {
        return (await conditionHeld(client.send(new PutCommand(put)))) ? 'saved' : 'alreadySaved';
      }
      if (!(await putFirstChanges(page))) return 'houseChanged';
      const last = changes.slice(Math.max(0, Math.floor((changes.length - 1) / maxChangesAtOnce)) * maxChangesAtOnce);
      const [refused] = await transact(client, [
        { Put: put },
        names
          ? namesWrite(TableName, { resblockId, origin: crawl.origin, names })
          : isReadFromCheck(TableName, resblockId, crawl.origin),
        ...last.flatMap((change) => houseWrites(TableName, change)),
      ]);
      if (refused === undefined) return 'saved';
      return refused === 0 ? 'alreadySaved' : refused === 1 ? 'untracked' : 'houseChanged';
    },

    /**
     * Stores what a crawl changes of its community. Returns false when another reading or site has changed it since `before` was
     * read, or it was deleted.
     */
    async putReading(before: TrackedResblock, reading: ReadingResult): Promise<boolean> {
      const { dailyStats } = reading;
      const update = updateItem(readingUpdate(TableName, before, reading));
      if (!(await conditionHeld(client.send(new UpdateCommand(update))))) return false;
      if (dailyStats)
        await conditionHeld(client.send(new PutCommand(dailyStatsPut(TableName, before.resblockId, dailyStats))));
      return true;
    },

    /** Counts a community as done. Returns false when it was counted before. */
    putCrawlResult: (crawlResult: CrawlResult): Promise<boolean> =>
      conditionHeld(client.send(new UpdateCommand(crawlResultUpdate(TableName, crawlResult)))),

    /** Counts the rest of a refresh as done until tomorrow. Returns false when the refresh has gone on in the meantime. */
    async postponeRun(run: Run, nowMs: number): Promise<boolean> {
      return (await transact(client, postponeWrites(TableName, run, nowMs))).length === 0;
    },

    /**
     * Only a step that succeeded has a new progress, and resets the count of takeovers. A step that waits for its slot may
     * repeat a failed step.
     */
    async renewLease(runId: string, leaseUntilMs: number, progress: number | undefined): Promise<void> {
      const update = updateItem({
        TableName,
        Key: runKey(runId),
        set: { leaseUntilMs, ...(progress !== undefined && { progress, takeovers: 0 }) },
        when: condition`attribute_exists(pk)`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },

    /** Ends a run before its last community. */
    async endRun(run: Run): Promise<void> {
      const update = updateItem({
        TableName,
        Key: runKey(run.runId),
        set: { done: run.resblockIds.length },
        when: condition`done = ${run.done}`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },

    /** The condition ignores a failure of a community that has finished meanwhile. */
    async countFailedStep({ runId, done }: Run): Promise<void> {
      const update = updateItem({
        TableName,
        Key: runKey(runId),
        add: { takeovers: 1 },
        when: condition`done = ${done}`,
      });
      await conditionHeld(client.send(new UpdateCommand(update)));
    },

    /** Returns false when the lease was renewed or taken over since `run` was read. */
    async takeOverLease(run: Run, leaseUntilMs: number): Promise<boolean> {
      const update = updateItem({
        TableName,
        Key: runKey(run.runId),
        set: { leaseUntilMs, takeovers: run.takeovers + 1 },
        when: condition`leaseUntilMs = ${run.leaseUntilMs} AND done = ${run.done}`,
      });
      return conditionHeld(client.send(new UpdateCommand(update)));
    },
  };
}
