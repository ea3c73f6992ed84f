import { utcDay } from 'shared-types/rules/time';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { condition } from '../../platform/dynamodb/condition.ts';
import type { StoredItem } from '../../platform/dynamodb/item.ts';
import { batchGet } from '../../platform/dynamodb/read-many.ts';
import { conditionHeld, type Key, type Table } from '../../platform/dynamodb/table.ts';
import { transact } from '../../platform/dynamodb/transaction.ts';
import { updateItem, updateWrite } from '../../platform/dynamodb/update-item.ts';
import { readResblockItem } from '../communities/community-store.ts';
import { refreshCountKey, refreshHistoryKey, resblockKey, runKey, runPlanKey } from '../keys.ts';
import { crawlStore } from '../readings/crawl-store.ts';
import { readRefreshHistoryItem, readRunItem, runItems } from './run-item.ts';
import { type CrawlResult, crawlResultUpdate, postponeWrites } from './run-writes.ts';
import { isFinished, type RefreshHistory, type RefreshLimits, type Run, withResult } from './run.ts';

/** The user who starts a refresh, with the daily limits. */
interface Counted {
  userId: string;
  limits: RefreshLimits;
  at: Date;
}

type RefreshStart = 'started' | 'joined' | keyof RefreshLimits;

/** The refreshes of all users together are counted under this id in place of a user's. */
const allUsers = 'site';

export function runStore(table: Table) {
  const { client, TableName } = table;
  const { findCrawl } = crawlStore(table);

  async function get(key: Key): Promise<StoredItem | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    return Item;
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

  return {
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

export type RunStore = ReturnType<typeof runStore>;
