import * as z from 'zod';
import { endpoint, Month, nothing, QueryTimeMs, TimeMs } from './endpoint.ts';
import { houseOrders } from '../rules/house.ts';
import { maxHousesPerBatch } from '../rules/limits.ts';

/** The listing site's own ids: digits, up to 20 of them seen, so never a number. */
const listingId = z.string().regex(/^\d{6,24}$/, 'must be 6 to 24 digits');
export const ResblockId = listingId;
export const HouseId = listingId;

/** How the last reading of a community ended. Only a reading that was complete says anything about removals. */
export const ResblockState = z.enum(['NEW', 'OK', 'BLOCKED', 'INCOMPLETE', 'FAILED']);
export type ResblockState = z.infer<typeof ResblockState>;

/** A tracked residential community. The names are '' until the site was first read. */
export const Resblock = z.object({
  resblockId: ResblockId,
  name: z.string(),
  districtName: z.string(),
  bizcircleName: z.string(),
  url: z.string(),
  houseCount: z.int().nonnegative(),
  lastCompleteAt: TimeMs.nullable(),
  state: ResblockState,
  stateReason: z.string().nullable(),
});
export type Resblock = z.infer<typeof Resblock>;

export const House = z.object({
  houseId: HouseId,
  resblockId: ResblockId,
  url: z.string(),
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  /** In 万元. */
  price: z.number(),
  /** In 元/㎡. */
  unitPrice: z.number(),
  createTime: TimeMs,
  updateTime: TimeMs,
  readTime: TimeMs.nullable(),
  removed: z.boolean(),
  /** Each person's own, as the read time is. */
  starred: z.boolean(),
  /** Of no interest to this person: in no other list than that of the hidden ones, and not counted. */
  hidden: z.boolean(),
  /** The last 20 prices, oldest first, for the sparkline. */
  prices: z.array(z.object({ time: TimeMs, price: z.number() })),
});
export type House = z.infer<typeof House>;

export const RefreshStatus = z.object({
  lastRefreshSuccessAt: TimeMs.nullable(),
  lastRefreshFailureAt: TimeMs.nullable(),
  isRefreshing: z.boolean(),
  /** A fraction, 0 to 1. */
  refreshingProcess: z.number().min(0).max(1),
  /** When the schedule starts the next one; up to a quarter of an hour later, so as not to knock like a clock. */
  nextRefreshAt: TimeMs.nullable(),
  blockedUntil: TimeMs.nullable(),
});
export type RefreshStatus = z.infer<typeof RefreshStatus>;

/** What a community's houses on offer cost on a day, as its last complete reading of that day found them. */
export const DailyStats = z.object({
  /** When that reading ended. */
  time: TimeMs,
  /** In 元/㎡. */
  medianUnitPrice: z.number().positive(),
  count: z.int().positive(),
});
export type DailyStats = z.infer<typeof DailyStats>;

/** What is unread in a community. */
const UnreadCount = z.object({
  resblockId: ResblockId,
  unread: z.int().positive(),
  /** The newest updateTime among them. */
  asOf: TimeMs,
});
export type UnreadCount = z.infer<typeof UnreadCount>;

/** A number in a query string. */
const QueryNumber = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,15})?$/, 'must be a number')
  .transform(Number);

/** Several ids in a query string, with commas between them. */
const ResblockIds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(ResblockId).max(100));

export const ljmonitorApi = {
  listResblocks: endpoint('GET /api/ljmonitor/resblock', { response: z.array(Resblock) }),
  addResblock: endpoint('PUT /api/ljmonitor/resblock/{resblockId}', {
    params: { resblockId: ResblockId },
    response: Resblock,
  }),
  removeResblock: endpoint('DELETE /api/ljmonitor/resblock/{resblockId}', {
    params: { resblockId: ResblockId },
    response: nothing,
  }),
  /**
   * Marks all houses of a community read as they were at `asOf`: the newest update among those that the summary counted.
   * What was updated after it stays unread. The same call twice is one.
   */
  markResblockRead: endpoint('PUT /api/ljmonitor/resblock/{resblockId}/read', {
    params: { resblockId: ResblockId },
    body: z.strictObject({ asOf: TimeMs }),
    response: nothing,
  }),
  /** Undoes the mark that was made with the same `asOf`, unless a later one has come, which nobody means here. */
  undoMarkResblockRead: endpoint('DELETE /api/ljmonitor/resblock/{resblockId}/read', {
    params: { resblockId: ResblockId },
    query: z.strictObject({ asOf: QueryTimeMs }),
    response: nothing,
  }),
  /** One for each day on which it was read completely, oldest first, of the last year. */
  listDailyStats: endpoint('GET /api/ljmonitor/resblock/{resblockId}/stats', {
    params: { resblockId: ResblockId },
    response: z.array(DailyStats),
  }),
  /** Newest update first. The next page starts after the last house of the one before; an empty page ends the list. */
  listHouses: endpoint('GET /api/ljmonitor/house', {
    query: z
      .strictObject({ fromUpdateTime: QueryTimeMs.optional(), fromHouseId: HouseId.optional() })
      .refine((query) => (query.fromUpdateTime === undefined) === (query.fromHouseId === undefined), {
        message: 'fromUpdateTime and fromHouseId go together',
      }),
    response: z.array(House),
  }),
  /**
   * In another order than that of the updates. The next page starts after the last house of the one before, which is
   * known by its place (`sortValue` of rules/house.ts) and its id; an empty page ends the list.
   */
  listSortedHouses: endpoint('GET /api/ljmonitor/house/sorted', {
    query: z
      .strictObject({
        order: z.enum(houseOrders),
        /** Only of these communities; without it of all that are tracked. */
        resblockIds: ResblockIds.optional(),
        minPrice: QueryNumber.optional(),
        maxPrice: QueryNumber.optional(),
        minUnitPrice: QueryNumber.optional(),
        maxUnitPrice: QueryNumber.optional(),
        /** `true`: without those that are removed. */
        onOffer: z.enum(['true', 'false']).optional(),
        fromPlace: QueryNumber.optional(),
        fromHouseId: HouseId.optional(),
      })
      .refine((query) => (query.fromPlace === undefined) === (query.fromHouseId === undefined), {
        message: 'fromPlace and fromHouseId go together',
      }),
    response: z.array(House),
  }),
  /** All that were starred and are not hidden, or all that were hidden: at most 500, newest update first. */
  listFlaggedHouses: endpoint('GET /api/ljmonitor/house/chosen', {
    query: z.strictObject({ choice: z.enum(['starred', 'hidden']) }),
    response: z.array(House),
  }),
  /** Stars or hides a house, or no longer; what is left out stays. 409 when it is one too many. */
  setHouseFlags: endpoint('PUT /api/ljmonitor/house/{houseId}/choice', {
    params: { houseId: HouseId },
    body: z.strictObject({ starred: z.boolean().optional(), hidden: z.boolean().optional() }),
    response: House,
  }),
  /** Older versions, newest first. */
  listHistory: endpoint('GET /api/ljmonitor/house/{houseId}/history', {
    params: { houseId: HouseId },
    query: z.strictObject({ fromUpdateTime: QueryTimeMs.optional() }),
    response: z.array(House),
  }),
  markHouseRead: endpoint('PUT /api/ljmonitor/house/{houseId}/read', {
    params: { houseId: HouseId },
    response: House,
  }),
  /** Takes its own mark back; one of its whole community stays. */
  markHouseUnread: endpoint('DELETE /api/ljmonitor/house/{houseId}/read', {
    params: { houseId: HouseId },
    response: House,
  }),
  /** `asOf` is the newest updateTime that the page showed: a house updated after it stays unread. */
  markHousesRead: endpoint('POST /api/ljmonitor/batch/readAllHouse', {
    body: z.strictObject({ houseIdList: z.array(HouseId).max(maxHousesPerBatch), asOf: TimeMs.optional() }),
    response: z.object({ readTime: TimeMs }),
  }),
  /** Undoes a read all: puts back the read times that the page showed before. */
  restoreReadTimes: endpoint('POST /api/ljmonitor/batch/unreadHouse', {
    body: z.strictObject({
      houses: z.array(z.strictObject({ houseId: HouseId, readTime: TimeMs.nullable() })).max(maxHousesPerBatch),
    }),
    response: nothing,
  }),
  refreshAllHouses: endpoint('POST /api/ljmonitor/batch/refreshAllHouse', { response: RefreshStatus }),
  getRefreshStatus: endpoint('GET /api/ljmonitor/batch/refreshStatus', { response: RefreshStatus }),
  getSummary: endpoint('GET /api/ljmonitor/summary', {
    response: z.object({
      /** Counted to 999. */
      unread: z.int().nonnegative(),
      /** The communities that have any, each with all of its own. */
      unreadByResblock: z.array(UnreadCount),
      communities: z.int().nonnegative(),
      lastRefreshSuccessAt: TimeMs.nullable(),
    }),
  }),
  /** How many pages the listing site was asked for this month, in the monitor's own time zone. */
  getMonitorCosts: endpoint('GET /api/costs/ljmonitor', {
    access: 'owner',
    response: z.object({ month: Month, pages: z.int().nonnegative() }),
  }),
};
