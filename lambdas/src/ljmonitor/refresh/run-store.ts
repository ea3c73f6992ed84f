import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { houseWrites, trackedCheck } from '../houses/house-writes.ts';
import type { PageGain, RunStore } from '../ports.ts';
import type { StoredItem } from '../../platform/dynamodb/item.ts';
import { isOver } from './run.ts';
import { crawlOf, crawlRow, refreshesOf, runOf, runRow } from './run-item.ts';
import { namesWrite, resblockPart, settleWrites } from './run-writes.ts';
import { resblockOf } from '../communities/community-store.ts';
import {
  batchGet,
  crawlKey,
  type Key,
  refreshesKey,
  resblockKey,
  runKey,
  type Table,
  transact,
  conditionHeld,
} from '../keys.ts';

export function runStore(table: Table): RunStore {
  const { client, TableName } = table;

  async function get(key: Key): Promise<StoredItem | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    return Item;
  }

  /** Houses beyond what one transaction takes go first, on their own: seen again, they are unchanged. */
  async function putAhead({ resblockId, changes }: PageGain): Promise<boolean> {
    for (let from = 0; from < changes.length - changesAtOnce; from += changesAtOnce) {
      const some = changes.slice(from, from + changesAtOnce);
      const refused = await transact(client, [
        trackedCheck(TableName, resblockId),
        ...some.flatMap((change) => houseWrites(TableName, change)),
      ]);
      if (refused.length > 0) return false;
    }
    return true;
  }

  return {
    async findStep(runId, resblockId) {
      const rows = await batchGet(table, [runKey(runId), crawlKey(runId, resblockId), resblockKey(resblockId)], {
        ConsistentRead: true,
      });
      const row = ({ pk, sk }: Key) => rows.find((each) => each.pk === pk && each.sk === sk);
      return {
        run: runOf(row(runKey(runId))),
        crawl: crawlOf(row(crawlKey(runId, resblockId))),
        resblock: resblockOf(row(resblockKey(resblockId))),
      };
    },

    async findCrawl(runId, resblockId) {
      return crawlOf(await get(crawlKey(runId, resblockId)));
    },

    async getRefreshes() {
      const refreshes = refreshesOf(await get(refreshesKey));
      const run = refreshes.runId === null ? undefined : runOf(await get(runKey(refreshes.runId)));
      // It may have ended between the two reads: then the first one does not say yet how.
      return { refreshes: run && isOver(run) ? refreshesOf(await get(refreshesKey)) : refreshes, run };
    },

    async startRefresh(run, before) {
      const refused = await transact(client, [
        {
          Update: {
            TableName,
            Key: refreshesKey,
            UpdateExpression: 'SET runId = :run',
            ConditionExpression: before.runId === null ? 'attribute_not_exists(runId)' : 'runId = :before',
            ExpressionAttributeValues: {
              ':run': run.runId,
              ...(before.runId === null ? {} : { ':before': before.runId }),
            },
          },
        },
        { Put: { TableName, Item: runRow(run) } },
      ]);
      return refused.length === 0;
    },

    async putRun(run) {
      await client.send(new PutCommand({ TableName, Item: runRow(run) }));
    },

    async putRefreshed(nowMs) {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: refreshesKey,
          UpdateExpression: 'SET lastSuccessAtMs = :now',
          ExpressionAttributeValues: { ':now': nowMs },
        }),
      );
    },

    async putPage(gain) {
      const { runId, resblockId, crawl, changes, names, nowMs } = gain;
      const put = {
        TableName,
        Item: crawlRow(runId, resblockId, crawl, nowMs),
        ...(crawl.step === 1
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : { ConditionExpression: 'step = :before', ExpressionAttributeValues: { ':before': crawl.step - 1 } }),
      };
      // Nothing new: the only write is the crawl's own place.
      if (changes.length === 0 && !names) {
        return (await conditionHeld(client.send(new PutCommand(put)))) ? 'stored' : 'passed';
      }
      if (!(await putAhead(gain))) return 'changed';
      const last = changes.slice(Math.max(0, Math.floor((changes.length - 1) / changesAtOnce)) * changesAtOnce);
      const [refused] = await transact(client, [
        { Put: put },
        names ? namesWrite(TableName, resblockId, names) : trackedCheck(TableName, resblockId),
        ...last.flatMap((change) => houseWrites(TableName, change)),
      ]);
      if (refused === undefined) return 'stored';
      return refused === 0 ? 'passed' : refused === 1 ? 'untracked' : 'changed';
    },

    async settle(settlement) {
      const settled = await transact(client, settleWrites(TableName, settlement));
      if (!settled.includes(resblockPart)) return settled.length === 0;
      // Deleted meanwhile: there is nothing left to say about it.
      return (await transact(client, settleWrites(TableName, { ...settlement, resblock: undefined }))).length === 0;
    },

    async renewLease(runId, leaseUntilMs) {
      await conditionHeld(
        client.send(
          new UpdateCommand({
            TableName,
            Key: runKey(runId),
            UpdateExpression: 'SET leaseUntilMs = :until, takeovers = :none',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':until': leaseUntilMs, ':none': 0 },
          }),
        ),
      );
    },

    async claimDigest(runId, nowMs) {
      return conditionHeld(
        client.send(
          new UpdateCommand({
            TableName,
            Key: runKey(runId),
            UpdateExpression: 'SET digestAtMs = :now',
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(digestAtMs)',
            ExpressionAttributeValues: { ':now': nowMs },
          }),
        ),
      );
    },

    async releaseDigest(runId) {
      await client.send(new UpdateCommand({ TableName, Key: runKey(runId), UpdateExpression: 'REMOVE digestAtMs' }));
    },

    async takeOver(run, leaseUntilMs) {
      return conditionHeld(
        client.send(
          new UpdateCommand({
            TableName,
            Key: runKey(run.runId),
            UpdateExpression: 'SET leaseUntilMs = :until, takeovers = :takeovers',
            ConditionExpression: 'leaseUntilMs = :before AND done = :done',
            ExpressionAttributeValues: {
              ':until': leaseUntilMs,
              ':takeovers': run.takeovers + 1,
              ':before': run.leaseUntilMs,
              ':done': run.done,
            },
          }),
        ),
      );
    },
  };
}

/** Two writes for each changed house, in a transaction of at most a hundred with two of its own. */
const changesAtOnce = 48;
