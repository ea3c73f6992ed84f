import type { DailyStats } from 'shared-types/contract/ljmonitor';
import { condition, onlyIf } from '../../platform/dynamodb/condition.ts';
import type { Write } from '../../platform/dynamodb/transaction.ts';
import { type ItemUpdate, updateWrite } from '../../platform/dynamodb/update-item.ts';
import type { TrackedResblock } from '../communities/community.ts';
import { isReadFrom } from '../communities/community-writes.ts';
import { dailyStatsKey, resblockKey } from '../keys.ts';
import type { CommunityNames, SiteOrigin } from '../listing-site/site-adapter.ts';

/** The changes of a community that a reading of it leaves. */
export interface ReadingResult {
  /** The community after the reading. */
  resblock: TrackedResblock;
  /** The daily stats of a complete reading. They replace those of an earlier reading of the same day. */
  dailyStats: DailyReading | undefined;
}

interface DailyReading {
  day: string;
  stats: DailyStats;
}

/** Changes the community, unless another reading or site has changed it since `before` was read, or it was deleted. */
export const readingUpdate = (TableName: string, before: TrackedResblock, { resblock }: ReadingResult): ItemUpdate => {
  const { state, stateReason, houseCount } = resblock;
  const { lastReadAtMs, lastCompleteAtMs, lastCompleteBy, firstCompleteAtMs, unproven } = resblock;
  return {
    TableName,
    Key: resblockKey(before.resblockId),
    set: {
      state,
      stateReason,
      houseCount,
      lastReadAtMs,
      lastCompleteAtMs,
      lastCompleteBy,
      firstCompleteAtMs,
      unproven,
    },
    when: condition`${isReadFrom(before.origin)} AND lastReadAtMs = ${before.lastReadAtMs}`,
  };
};

/** The stats of a day are those of its last reading. */
export const dailyStatsPut = (TableName: string, resblockId: string, { day, stats }: DailyReading) => ({
  TableName,
  Item: { ...dailyStatsKey(resblockId, day), ...stats },
  ...onlyIf(condition`attribute_not_exists(pk) OR time < ${stats.time}`),
});

export const namesWrite = (
  TableName: string,
  { resblockId, origin, names }: { resblockId: string; origin: SiteOrigin; names: CommunityNames },
): Write =>
  updateWrite({
    TableName,
    Key: resblockKey(resblockId),
    set: { name: names.name, districtName: names.districtName, bizcircleName: names.bizcircleName },
    when: isReadFrom(origin),
  });
