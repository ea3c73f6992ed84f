import { isFlawed } from './crawl.ts';
import type { PageGain, Settlement } from '../ports.ts';
import { crawlRow } from './run-item.ts';
import { figuresKey, refreshesKey, resblockKey, runKey, type Write } from '../keys.ts';

export const namesWrite = (TableName: string, resblockId: string, names: NonNullable<PageGain['names']>): Write => ({
  Update: {
    TableName,
    Key: resblockKey(resblockId),
    UpdateExpression: 'SET #name = :name, districtName = :district, bizcircleName = :bizcircle',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: {
      ':name': names.name,
      ':district': names.districtName,
      ':bizcircle': names.bizcircleName,
    },
  },
});

/** Where the community's own row stands among the writes below. */
export const resblockPart = 2;

export function settleWrites(
  TableName: string,
  { run, resblockId, crawl, ending, resblock, figures, nowMs }: Settlement,
): Write[] {
  const flawed = run.flawed || isFlawed(ending.outcome);
  const isLast = run.done + 1 >= run.resblockIds.length;
  const writes: Write[] = [
    {
      Update: {
        TableName,
        Key: runKey(run.runId),
        UpdateExpression: 'SET done = :after, flawed = :flawed, takeovers = :none',
        ConditionExpression: 'done = :before',
        ExpressionAttributeValues: { ':before': run.done, ':after': run.done + 1, ':flawed': flawed, ':none': 0 },
      },
    },
    { Put: { TableName, Item: crawlRow(run.runId, resblockId, { ...crawl, ending }, nowMs) } },
  ];
  if (resblock) {
    const { state, stateReason, houseCount, lastReadAtMs, lastCompleteAtMs, firstCompleteAtMs } = resblock;
    writes.push({
      Update: {
        TableName,
        Key: resblockKey(resblockId),
        UpdateExpression:
          'SET #state = :state, stateReason = :reason, houseCount = :count, lastReadAtMs = :read, lastCompleteAtMs = :complete, firstCompleteAtMs = :first',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':state': state,
          ':reason': stateReason,
          ':count': houseCount,
          ':read': lastReadAtMs,
          ':complete': lastCompleteAtMs,
          ':first': firstCompleteAtMs,
        },
      },
    });
  }
  if (resblock && figures) {
    writes.push({ Put: { TableName, Item: { ...figuresKey(resblockId, figures.day), ...figures.of } } });
  }
  if (run.isRefresh && isLast) {
    writes.push({
      Update: {
        TableName,
        Key: refreshesKey,
        UpdateExpression: `SET ${flawed ? 'lastFailureAtMs' : 'lastSuccessAtMs'} = :now`,
        ConditionExpression: 'runId = :run',
        ExpressionAttributeValues: { ':now': nowMs, ':run': run.runId },
      },
    });
  }
  return writes;
}
