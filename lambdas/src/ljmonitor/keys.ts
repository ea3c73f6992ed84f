import { type Key, timeKey } from '../platform/dynamodb/table.ts';

export const resblockKey = (resblockId: string): Key => ({ pk: 'RESBLOCK', sk: resblockId });
export const deletedResblockKey = (resblockId: string): Key => ({ pk: `RESBLOCK#${resblockId}`, sk: 'DELETED' });
/** The day is written as '2026-03-01'. */
export const dailyStatsKey = (resblockId: string, day: string): Key => ({
  pk: `RESBLOCK#${resblockId}`,
  sk: `STATS#${day}`,
});
export const houseKey = (houseId: string): Key => ({ pk: `HOUSE#${houseId}`, sk: 'CURRENT' });
export const versionKey = (houseId: string, updateTimeMs: number): Key => ({
  pk: `HOUSE#${houseId}`,
  sk: `VERSION#${timeKey(updateTimeMs)}`,
});
/** Returns the key of the separation of two houses, whichever of them is named first. */
export const separationKey = (oneId: string, otherId: string): Key => {
  const [lower, higher] = oneId < otherId ? [oneId, otherId] : [otherId, oneId];
  return { pk: `HOUSE#${lower}`, sk: `SEPARATE#${higher}` };
};
/**
 * Returns the key of the read marks of all houses whose ids end in the same two digits. A list of unread houses reads all marks
 * of a user, which costs a quarter of what an item for each house would, and the houses of a list are marked in a few writes.
 */
export const readMarksKey = (userId: string, houseId: string): Key => ({ pk: `READ#${userId}`, sk: houseId.slice(-2) });
/** These keys sort after those of the read marks of houses, which begin with digits. */
export const noteKeyPrefix = 'NOTE#';
export const noteKey = (userId: string, houseId: string): Key => ({
  pk: `READ#${userId}`,
  sk: `${noteKeyPrefix}${houseId}`,
});
export const resblockMarkPrefix = 'RESBLOCK#';
export const resblockReadMarkKey = (userId: string, resblockId: string): Key => ({
  pk: `READ#${userId}`,
  sk: `${resblockMarkPrefix}${resblockId}`,
});
/** Returns the key of the item with the houses that a user starred and hid. */
export const flagsKey = (userId: string): Key => ({ pk: `READ#${userId}`, sk: 'FLAGS' });
/** Returns the key of a part of the packed houses, or texts, of a community. */
export const packKey = (resblockId: string, kind: string, index: number): Key => ({
  pk: `PACK#${resblockId}`,
  sk: `${kind}#${String(index).padStart(3, '0')}`,
});
/** Returns the key of the wish of the account with this address to share its stars. */
export const starShareKey = (email: string): Key => ({ pk: `SHARE#${email}`, sk: 'STARS' });
/** Returns the key of the visit of a user on all devices. */
export const visitKey = (userId: string): Key => ({ pk: `VISIT#${userId}`, sk: 'VISIT' });
/** Returns the key of the lookup of the community of a house, on the configured site without an origin. */
export const houseLookupKey = (houseId: string, origin: string | null): Key => ({
  pk: `LOOKUP#${houseId}`,
  sk: origin ?? 'CONFIGURED',
});
/** Returns the key of the pages of a community that a user has handed in. */
export const handReadingKey = (userId: string, resblockId: string): Key => ({ pk: `HAND#${userId}`, sk: resblockId });
/** Returns the key of the sales of a house of a community, on one site: the sister site sells other houses. */
export const salesKey = (resblockId: string, origin: string | null, houseId: string): Key => ({
  pk: `SOLD#${resblockId}#${origin ?? 'CONFIGURED'}`,
  sk: houseId,
});
/** Returns the key of the number of the sold houses of a community on one site. */
export const soldCountKey = (resblockId: string, origin: string | null): Key => salesKey(resblockId, origin, 'COUNT');
/** Returns the key of the sold pages of a community that a user has handed in. It sorts after all sold houses. */
export const soldPagesKey = (resblockId: string, origin: string | null, userId: string): Key =>
  salesKey(resblockId, origin, `PAGES#${userId}`);
export const refreshHistoryKey: Key = { pk: 'RUN', sk: 'HISTORY' };
/** The key of the time up to which the news was told. */
export const newsEndKey: Key = { pk: 'RUN', sk: 'NEWS_END' };
/** Returns the key of the number of refreshes that a user has started on a day, as in '2026-03-01'. */
export const refreshCountKey = (userId: string, day: string): Key => ({ pk: `REFRESHES#${userId}`, sk: day });
export const runKey = (runId: string): Key => ({ pk: `RUN#${runId}`, sk: 'RUN' });
/** Returns the key of the communities of a run, apart from its progress: an update costs as much as the whole item. */
export const runPlanKey = (runId: string): Key => ({ pk: `RUN#${runId}`, sk: 'PLAN' });
/** Returns the keys of the items of a crawl, one for each step. */
export const crawlKeys = (runId: string, resblockId: string) => ({
  pk: `RUN#${runId}`,
  prefix: `CRAWL#${resblockId}#`,
});
export const crawlKey = (runId: string, resblockId: string, step: number): Key => {
  const { pk, prefix } = crawlKeys(runId, resblockId);
  return { pk, sk: `${prefix}${String(step).padStart(4, '0')}` };
};
