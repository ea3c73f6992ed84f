import { type Key, timeKey } from '../platform/dynamodb/table.ts';
import type { HouseCursor } from './houses/house-cursor.ts';

export const resblockKey = (resblockId: string): Key => ({ pk: 'RESBLOCK', sk: resblockId });
export const deletedResblockKey = (resblockId: string): Key => ({ pk: `RESBLOCK#${resblockId}`, sk: 'FORMER' });
/** The day is written as '2026-03-01'. */
export const dailyStatsKey = (resblockId: string, day: string): Key => ({
  pk: `RESBLOCK#${resblockId}`,
  sk: `STATS#${day}`,
});
/** The sort key of a house in the house index, which lists the houses by update time. */
export const houseCursorKey = ({ updateTimeMs, houseId }: HouseCursor) => `${timeKey(updateTimeMs)}#${houseId}`;
export const houseKey = (houseId: string): Key => ({ pk: `HOUSE#${houseId}`, sk: 'CURRENT' });
export const versionKey = (houseId: string, updateTimeMs: number): Key => ({
  pk: `HOUSE#${houseId}`,
  sk: `VERSION#${timeKey(updateTimeMs)}`,
});
export const readMarkKey = (userId: string, houseId: string): Key => ({ pk: `READ#${userId}`, sk: houseId });
/** Separates the read marks of communities from those of houses, which share a partition. */
export const resblockMarkPrefix = 'RESBLOCK#';
export const resblockReadMarkKey = (userId: string, resblockId: string): Key => ({
  pk: `READ#${userId}`,
  sk: `${resblockMarkPrefix}${resblockId}`,
});
/** The item with the houses that a user starred and hid. */
export const flagsKey = (userId: string): Key => ({ pk: `READ#${userId}`, sk: 'CHOICES' });
/** The lookup of the community of a house, on the configured site without an origin. */
export const houseLookupKey = (houseId: string, origin: string | null): Key => ({
  pk: `LOOKUP#${houseId}`,
  sk: origin ?? 'CONFIGURED',
});
/** The pages of a community that a user has handed in. */
export const handReadingKey = (userId: string, resblockId: string): Key => ({ pk: `HAND#${userId}`, sk: resblockId });
export const refreshHistoryKey: Key = { pk: 'RUN', sk: 'CURRENT' };
/** The time up to which the news was sent. */
export const lastDigestKey: Key = { pk: 'RUN', sk: 'DIGEST' };
/** The number of refreshes that a user has started on a day, as in '2026-03-01'. */
export const refreshCountKey = (userId: string, day: string): Key => ({ pk: `REFRESHES#${userId}`, sk: day });
export const runKey = (runId: string): Key => ({ pk: `RUN#${runId}`, sk: 'RUN' });
/** The communities of a run, apart from its progress: an update costs as much as the whole item. */
export const runPlanKey = (runId: string): Key => ({ pk: `RUN#${runId}`, sk: 'PLAN' });
/** The items of a crawl, one for each step. The first key is that of older items, which had the whole crawl. */
export const crawlKeys = (runId: string, resblockId: string) => ({
  pk: `RUN#${runId}`,
  first: `TASK#${resblockId}`,
  last: `TASK#${resblockId}#~`,
});
export const crawlKey = (runId: string, resblockId: string, step: number): Key => ({
  pk: `RUN#${runId}`,
  sk: `TASK#${resblockId}#${String(step).padStart(4, '0')}`,
});
