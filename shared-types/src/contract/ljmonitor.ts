import * as z from 'zod';
import { AgeMs, endpoint, Month, nothing, QueryTimeMs, TimeMs } from './endpoint.ts';
import { directions, floorLevels } from '../rules/monitor/house-facts.ts';
import { houseFlags } from '../rules/house.ts';
import { houseOrders } from '../rules/monitor/house-orders.ts';
import { newsKinds } from '../rules/house-news.ts';
import { House, HouseNote } from './monitor/house.ts';
import {
  HandedInPage,
  HouseCommunity,
  HouseId,
  HouseIds,
  PagesToHandIn,
  ResblockId,
  ResblockIds,
} from './monitor/pages.ts';
import { relistingsApi } from './monitor/relistings.ts';
import { sharingApi } from './monitor/sharing.ts';
import { VisitNews } from './monitor/visits.ts';
import { maxHousesPerBatch, maxPageBytes, maxSearchLength } from '../rules/limits.ts';
import { resblockStates } from '../rules/monitor/states.ts';

export { House };

/** The scheme and the host of a listing site. */
const SiteOrigin = z.string().regex(/^https?:\/\/[a-z\d][a-z\d.-]{0,60}(:\d{1,5})?$/, 'must be an origin');

export const ResblockState = z.enum(resblockStates);
export type ResblockState = z.infer<typeof ResblockState>;

/** A tracked residential community, which Lianjia calls a resblock. The names are '' until its first reading. */
export const Resblock = z.object({
  resblockId: ResblockId,
  name: z.string(),
  districtName: z.string(),
  bizcircleName: z.string(),
  url: z.string(),
  houseCount: z.int().nonnegative(),
  lastCompleteAt: TimeMs.nullable(),
  /** The reader of the last complete reading: the site itself, or a user who handed in the pages. */
  lastCompleteBy: z.enum(['site', 'you', 'otherUser']),
  state: ResblockState,
  stateReason: z.string().nullable(),
});
export type Resblock = z.infer<typeof Resblock>;

export const RefreshStatus = z.object({
  lastRefreshSuccessAt: TimeMs.nullable(),
  lastRefreshFailureAt: TimeMs.nullable(),
  isRefreshing: z.boolean(),
  /** A fraction from 0 to 1. */
  refreshingProcess: z.number().min(0).max(1),
  /** The time of the schedule. The refresh starts up to 15 minutes later, so that requests are not regular. */
  nextRefreshAt: TimeMs.nullable(),
  blockedUntil: TimeMs.nullable(),
  /** The configured listing site. */
  listingOrigin: z.string().optional(),
  /** The cause of the block: a sign-in, a captcha, a ban or too many requests. */
  blockedBecause: z.string().optional(),
  /** True while the site blocks the monitor, for the owner. */
  mayTryOnce: z.boolean().optional(),
  /** True when today's limit of requests ended the last refresh. The next one that has requests left continues. */
  isPostponed: z.boolean().optional(),
  /** The number of communities that the last refresh read completely. */
  lastRead: z.object({ read: z.int().nonnegative(), of: z.int().nonnegative() }).optional(),
});
export type RefreshStatus = z.infer<typeof RefreshStatus>;

/** The stats of a community's last complete crawl of a day. They cover the houses on offer. */
export const DailyStats = z.object({
  /** The end of that crawl. */
  time: TimeMs,
  /** In 元/㎡. */
  medianUnitPrice: z.number().positive(),
  count: z.int().positive(),
});
export type DailyStats = z.infer<typeof DailyStats>;

/** The number of unread houses of a community. */
const UnreadCount = z.object({
  resblockId: ResblockId,
  unread: z.int().positive(),
  /** The newest update time among them. */
  asOf: TimeMs,
  /** Their number by kind of news. A house with two kinds counts in both. */
  news: z.partialRecord(z.enum(newsKinds), z.int().positive()).default({}),
});
export type UnreadCount = z.infer<typeof UnreadCount>;

const QueryNumber = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,15})?$/, 'must be a number')
  .transform(Number);

/** A page of the houses that match the filters of a list. */
const SortedHouses = z.object({
  houses: z.array(House),
  /** The number of all houses that match. */
  matches: z.int().nonnegative(),
  /** The number of those that follow this page. */
  left: z.int().nonnegative(),
});
export type SortedHouses = z.infer<typeof SortedHouses>;

const batchRoute = 'ANY /api/ljmonitor/batch/{call}';

export const ljmonitorApi = {
  ...relistingsApi,
  ...sharingApi,
  listResblocks: endpoint('GET /api/ljmonitor/resblock', { response: z.array(Resblock) }),
  addResblock: endpoint('PUT /api/ljmonitor/resblock/{resblockId}', {
    params: { resblockId: ResblockId },
    /** The site of a city, such as 'https://sh.ke.com'. Without it, an id is one of the configured site. */
    query: z.strictObject({ origin: SiteOrigin.optional() }),
    response: Resblock,
  }),
  /** Begins to look up the community of a house, which takes some seconds. */
  lookUpCommunity: endpoint('PUT /api/ljmonitor/house/{houseId}/community', {
    params: { houseId: HouseId },
    query: z.strictObject({ origin: SiteOrigin.optional() }),
    response: HouseCommunity,
  }),
  /** The state of the lookup. A lookup that is not done within two minutes is refused. */
  getCommunityLookup: endpoint('GET /api/ljmonitor/house/{houseId}/community', {
    params: { houseId: HouseId },
    query: z.strictObject({ origin: SiteOrigin.optional() }),
    response: HouseCommunity,
  }),
  deleteResblock: endpoint('DELETE /api/ljmonitor/resblock/{resblockId}', {
    audit: 'communityDeleted',
    cookies: true,
    params: { resblockId: ResblockId },
    response: nothing,
  }),
  /**
   * Marks the houses of a community read that were not updated after `asOf`, which is the `asOf` of the unread count in
   * the summary. The call is idempotent.
   */
  markResblockRead: endpoint('PUT /api/ljmonitor/resblock/{resblockId}/read', {
    params: { resblockId: ResblockId },
    body: z.strictObject({ asOf: TimeMs }),
    response: nothing,
  }),
  /** Undoes the mark that was made with the same `asOf`. Does nothing if a newer mark has replaced it. */
  undoMarkResblockRead: endpoint('DELETE /api/ljmonitor/resblock/{resblockId}/read', {
    params: { resblockId: ResblockId },
    query: z.strictObject({ asOf: QueryTimeMs }),
    response: nothing,
  }),
  /**
   * Says whether the houses of the community's first reading are read for this user, also those that it has yet to find. Only
   * what changes after it is unread then. The call is idempotent.
   */
  beginResblock: endpoint('PUT /api/ljmonitor/resblock/{resblockId}/beginning', {
    params: { resblockId: ResblockId },
    body: z.strictObject({ asRead: z.boolean() }),
    response: nothing,
  }),
  /** The days of the last year with a complete reading, oldest first. */
  listDailyStats: endpoint('GET /api/ljmonitor/resblock/{resblockId}/stats', {
    params: { resblockId: ResblockId },
    response: z.array(DailyStats),
  }),
  /** Newest update first. The cursor is the last house of the page before. An empty page ends the list. */
  listHouses: endpoint('GET /api/ljmonitor/house', {
    query: z
      .strictObject({ fromUpdateTime: QueryTimeMs.optional(), fromHouseId: HouseId.optional() })
      .refine((query) => (query.fromUpdateTime === undefined) === (query.fromHouseId === undefined), {
        message: 'fromUpdateTime and fromHouseId go together',
      }),
    response: z.array(House),
  }),
  /**
   * The cursor is the last house of the page before: its `sortValue` (rules/monitor/house-orders.ts) and its id. The house need not
   * match any more.
   */
  listSortedHouses: endpoint('GET /api/ljmonitor/house/sorted', {
    query: z
      .strictObject({
        order: z.enum(houseOrders),
        /** Without it, all tracked communities are listed. */
        resblockIds: ResblockIds.optional(),
        /** Leaves these houses. */
        houseIds: HouseIds.optional(),
        minPrice: QueryNumber.optional(),
        maxPrice: QueryNumber.optional(),
        minUnitPrice: QueryNumber.optional(),
        maxUnitPrice: QueryNumber.optional(),
        minArea: QueryNumber.optional(),
        maxArea: QueryNumber.optional(),
        minRooms: QueryNumber.optional(),
        maxRooms: QueryNumber.optional(),
        minYear: QueryNumber.optional(),
        maxYear: QueryNumber.optional(),
        /** Days since the house was first listed; those of a removed house ended when it was removed. */
        minDays: QueryNumber.optional(),
        maxDays: QueryNumber.optional(),
        facing: z.enum(directions).optional(),
        floor: z.enum(floorLevels).optional(),
        /**
         * Words of the title, the description, the tags, the name and the place of the community, or the user's note. All of them
         * must be there.
         */
        text: z.string().max(maxSearchLength).optional(),
        /** `true` leaves out removed houses. */
        onOffer: z.enum(['true', 'false']).optional(),
        /** Leaves houses that have changed so, read or not: within `changedWithinDays`, or since they were first listed. */
        change: z.enum(newsKinds).optional(),
        /** Leaves houses that have changed, or were first listed, in so many times 24 hours. */
        changedWithinDays: QueryNumber.optional(),
        /** `true` leaves out houses that the user has read, and so do `since` and `news`. */
        unread: z.enum(['true', 'false']).optional(),
        /** Leaves out houses that have not changed after this time. */
        since: QueryTimeMs.optional(),
        /** Leaves houses with this kind of news, since the time if there is one. */
        news: z.enum(newsKinds).optional(),
        /**
         * Leaves starred houses that are not hidden, or hidden ones. Hidden houses are in no other list. `shared`: those that the
         * person who shares stars with the user has starred.
         */
        choice: z.enum([...houseFlags, 'shared']).optional(),
        fromPlace: QueryNumber.optional(),
        fromHouseId: HouseId.optional(),
      })
      .refine((query) => (query.fromPlace === undefined) === (query.fromHouseId === undefined), {
        message: 'fromPlace and fromHouseId go together',
      }),
    response: SortedHouses,
  }),
  /** Returns those of the houses that are in a list of the user, or hidden. */
  findHouses: endpoint('POST /api/ljmonitor/batch/findHouse', {
    route: batchRoute,
    repeatable: true,
    body: z.strictObject({ houseIdList: z.array(HouseId).max(maxHousesPerBatch) }),
    response: z.array(House),
  }),
  /** Sets or clears the given flags and leaves others as they are. Answers 409 when the user has flagged 500 houses. */
  setHouseFlags: endpoint('PUT /api/ljmonitor/house/{houseId}/choice', {
    params: { houseId: HouseId },
    body: z.strictObject({ starred: z.boolean().optional(), hidden: z.boolean().optional() }),
    response: House,
  }),
  /** Replaces the note that is `was`; '' stands for none. Answers 409 when another browser has changed it. */
  saveNote: endpoint('PUT /api/ljmonitor/house/{houseId}/note', {
    params: { houseId: HouseId },
    body: z.strictObject({ note: HouseNote, was: HouseNote }),
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
  /** `asOf` is the newest update time that the page showed. A house that was updated after it stays unread. */
  markHousesRead: endpoint('POST /api/ljmonitor/batch/readAllHouse', {
    route: batchRoute,
    repeatable: true,
    body: z.strictObject({ houseIdList: z.array(HouseId).max(maxHousesPerBatch), asOf: TimeMs.optional() }),
    response: z.object({ readTime: TimeMs }),
  }),
  /**
   * Undoes `markHouseRead` and `markHousesRead`: stores the read times that the page showed before. `marked` is the `readTime` that
   * they returned. A house that has been marked again since keeps its later mark, and the mark of a whole community stays.
   */
  restoreReadTimes: endpoint('POST /api/ljmonitor/batch/unreadHouse', {
    route: batchRoute,
    repeatable: true,
    body: z.strictObject({
      houses: z
        .array(z.strictObject({ houseId: HouseId, readTime: TimeMs.nullable(), marked: TimeMs.optional() }))
        .max(maxHousesPerBatch),
    }),
    response: nothing,
  }),
  /**
   * Reads a page of a community's list that the user has opened in a browser. The HTML is not stored. A reading by hand is
   * complete when all pages of the community were loaded within 30 minutes.
   */
  handInPage: endpoint('POST /api/ljmonitor/page', {
    gzip: maxPageBytes,
    body: z.strictObject({
      url: z.string().max(2000),
      html: z.string(),
      /** The time since the browser loaded or saved the page. */
      ageMs: AgeMs.optional(),
    }),
    response: HandedInPage,
  }),
  /** The pages of all tracked communities, and those that the user has handed in within 30 minutes. */
  listPagesToHandIn: endpoint('GET /api/ljmonitor/page', {
    response: z.object({
      /** The origin that the deployment reads. */
      origin: z.string(),
      communities: z.array(PagesToHandIn),
    }),
  }),
  /** Joins the refresh in progress. */
  refreshAllHouses: endpoint('POST /api/ljmonitor/batch/refreshAllHouse', {
    route: batchRoute,
    repeatable: true,
    response: RefreshStatus,
  }),
  /** Refreshes although the site blocks the monitor. After one refusal the pause goes on. */
  tryOnce: endpoint('POST /api/ljmonitor/batch/tryOnce', {
    route: batchRoute,
    access: 'owner',
    response: RefreshStatus,
  }),
  getRefreshStatus: endpoint('GET /api/ljmonitor/batch/refreshStatus', { route: batchRoute, response: RefreshStatus }),
  getSummary: endpoint('GET /api/ljmonitor/summary', {
    response: z.object({
      /** Counted up to 999. */
      unread: z.int().nonnegative(),
      /** The communities with unread houses. Their counts have no limit. */
      unreadByResblock: z.array(UnreadCount),
      communities: z.int().nonnegative(),
      lastRefreshSuccessAt: TimeMs.nullable(),
    }),
  }),
  /**
   * Stores that the user is here, and returns the news since the visit before. A visit ends 30 minutes after its last request
   * on any device.
   */
  noteVisit: endpoint('PUT /api/ljmonitor/visit', { response: VisitNews }),
  /** The same news for a page in the background, which is no visit. */
  getVisit: endpoint('GET /api/ljmonitor/visit', { response: VisitNews }),
  /** The number of pages requested from the listing site this month, in the monitor's time zone. */
  getMonitorCosts: endpoint('GET /api/costs/ljmonitor', {
    access: 'owner',
    response: z.object({ month: Month, pages: z.int().nonnegative() }),
  }),
};
