import * as z from 'zod';
import { endpoint, nothing, QueryTimeMs, TimeMs } from './endpoint.ts';

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
  nextRefreshAt: TimeMs.nullable(),
  blockedUntil: TimeMs.nullable(),
});
export type RefreshStatus = z.infer<typeof RefreshStatus>;

/** The most houses that one batch call takes. */
export const longestBatch = 500;

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
  /** Newest update first. The next page starts after the last house of the one before; an empty page ends the list. */
  listHouses: endpoint('GET /api/ljmonitor/house', {
    query: z
      .strictObject({ fromUpdateTime: QueryTimeMs.optional(), fromHouseId: HouseId.optional() })
      .refine((query) => (query.fromUpdateTime === undefined) === (query.fromHouseId === undefined), {
        message: 'fromUpdateTime and fromHouseId go together',
      }),
    response: z.array(House),
  }),
  /** Older versions, newest first. */
  listHistory: endpoint('GET /api/ljmonitor/house/{houseId}/history', {
    params: { houseId: HouseId },
    query: z.strictObject({ fromUpdateTime: QueryTimeMs.optional() }),
    response: z.array(House),
  }),
  readHouse: endpoint('PUT /api/ljmonitor/house/{houseId}/read', {
    params: { houseId: HouseId },
    response: House,
  }),
  unreadHouse: endpoint('DELETE /api/ljmonitor/house/{houseId}/read', {
    params: { houseId: HouseId },
    response: House,
  }),
  /** `asOf` is the newest updateTime that the page showed: a house updated after it stays unread. */
  readAllHouses: endpoint('POST /api/ljmonitor/batch/readAllHouse', {
    body: z.strictObject({ houseIdList: z.array(HouseId).max(longestBatch), asOf: TimeMs.optional() }),
    response: z.object({ readTime: TimeMs }),
  }),
  /** Undoes a read all: puts back the read times that the page showed before. */
  unreadHouses: endpoint('POST /api/ljmonitor/batch/unreadHouse', {
    body: z.strictObject({
      houses: z.array(z.strictObject({ houseId: HouseId, readTime: TimeMs.nullable() })).max(longestBatch),
    }),
    response: nothing,
  }),
  refreshAllHouses: endpoint('POST /api/ljmonitor/batch/refreshAllHouse', { response: RefreshStatus }),
  getRefreshStatus: endpoint('GET /api/ljmonitor/batch/refreshStatus', { response: RefreshStatus }),
  getSummary: endpoint('GET /api/ljmonitor/summary', {
    response: z.object({
      /** Counted to 999. */
      unread: z.int().nonnegative(),
      communities: z.int().nonnegative(),
      lastRefreshSuccessAt: TimeMs.nullable(),
    }),
  }),
};
