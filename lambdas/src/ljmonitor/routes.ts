import type { ljmonitorApi } from 'shared-types/contract/ljmonitor';
import { houseFlags } from 'shared-types/rules/house';
import type { Schedule } from 'shared-types/rules/schedule';
import { AppError } from '../platform/app-error.ts';
import type { Routes } from '../platform/http/http-handler.ts';
import type { User } from '../platform/http/session.ts';
import { toWireResblock } from './communities/community.ts';
import type { MonitorPorts } from './compose.ts';
import { handInPage } from './hand-readings/hand-in-page.ts';
import { listPagesToHandIn } from './hand-readings/pages-to-hand-in.ts';
import { houseLists } from './house-lists/house-lists.ts';
import { getLookup, lookUpCommunity } from './house-lookups/find-community.ts';
import { housePacks } from './house-packs/house-packs.ts';
import { readTimeFor } from './houses/house.ts';
import { countUnread } from './marks/count-unread.ts';
import { saveNote } from './marks/save-note.ts';
import { setHouseFlag } from './marks/set-flag.ts';
import { addResblock } from './refresh/add-community.ts';
import { refreshStatus } from './refresh/refresh-status.ts';
import type { RefreshLimits } from './refresh/run.ts';
import { startRefresh } from './refresh/start-refresh.ts';
import { listRelistings, separateHouses } from './relisting/relistings.ts';
import { findPartner, shareStars, starSharing, stopSharingStars } from './sharing/share-stars.ts';
import { isCircuitOpen } from './site-limiter/circuit-breaker.ts';
import { newsOfVisit, noteVisit } from './visits/news-since.ts';

const versionsPerPage = 50;
const maxStatsDays = 366;

/** Everything that the domain is composed of. Each call passes on what it needs. */
export interface HttpPorts extends MonitorPorts {
  schedule: Schedule;
  refreshLimits: RefreshLimits;
  isOwner: (user: User) => Promise<boolean>;
}

export function ljmonitorRoutes(ports: HttpPorts): Routes<typeof ljmonitorApi> {
  const { store, queue, site, now } = ports;

  const packs = housePacks(ports);
  const lists = houseLists({ store, site, packs, now });

  async function requireTracked(resblockId: string) {
    if (!(await store.findResblock(resblockId))) throw new AppError('notFound', 'This community is not tracked.');
  }

  /** Throws for an address that is no listing site. Undefined when the call names none. */
  function originOf({ origin }: { origin?: string | undefined }) {
    if (origin === undefined) return undefined;
    const found = site.siteOriginOf(origin);
    if (found === undefined) throw new AppError('invalid', `${origin} is not a listing site.`);
    return found;
  }

  return {
    async listResblocks({ user }) {
      return (await store.listResblocks()).map((resblock) => toWireResblock(resblock, site, user.userId));
    },

    async addResblock({ params, query, user }) {
      const origin = originOf(query);
      return toWireResblock(await addResblock(ports, { resblockId: params.resblockId, origin }), site, user.userId);
    },

    async lookUpCommunity({ params: { houseId }, query }) {
      return lookUpCommunity(ports, { houseId, origin: originOf(query) ?? null });
    },

    async getCommunityLookup({ params: { houseId }, query }) {
      return getLookup(ports, { houseId, origin: originOf(query) ?? null });
    },

    async deleteResblock({ params, request }) {
      request.audit({ isNothing: !(await store.deleteResblock(params.resblockId)) });
      await queue.send({ kind: 'index', resblockId: params.resblockId });
      return {};
    },

    async markResblockRead({ params: { resblockId }, body: { asOf }, user }) {
      await requireTracked(resblockId);
      await store.markResblockRead(user.userId, resblockId, Math.min(asOf, now().getTime()) + 1);
      return {};
    },

    async undoMarkResblockRead({ params: { resblockId }, query: { asOf }, user }) {
      await store.undoMarkResblockRead(user.userId, resblockId, asOf + 1);
      return {};
    },

    async beginResblock({ params: { resblockId }, body: { asRead }, user }) {
      await requireTracked(resblockId);
      await store.beginResblock(user.userId, resblockId, asRead);
      return {};
    },

    async listDailyStats({ params: { resblockId } }) {
      await requireTracked(resblockId);
      return store.listDailyStats(resblockId, maxStatsDays);
    },

    async listHouses({ query: { fromUpdateTime, fromHouseId }, user }) {
      const from =
        fromUpdateTime === undefined || fromHouseId === undefined
          ? undefined
          : { updateTimeMs: fromUpdateTime, houseId: fromHouseId };
      return lists.latestHouses(user.userId, from);
    },

    async listSortedHouses({ query: { choice, ...query }, user }) {
      if (choice !== 'shared') return lists.sortedHouses(user.userId, { ...query, choice });
      const partner = await findPartner(store, user);
      if (!partner) return { houses: [], matches: 0, left: 0 };
      const { starred } = await store.findMarks(partner.userId, [], { withNotes: false });
      return lists.sortedHouses(user.userId, { ...query, starredByPartner: starred });
    },

    async findHouses({ body: { houseIdList }, user }) {
      return lists.housesOf(user.userId, houseIdList);
    },

    async getStarSharing({ user }) {
      return starSharing(store, user);
    },

    async shareStars({ body: { email }, user }) {
      return shareStars(store, user, email);
    },

    async stopSharingStars({ user }) {
      return stopSharingStars(store, user);
    },

    async listHistory({ params: { houseId }, query, user }) {
      const [versions] = await Promise.all([
        store.pageHistory(houseId, query.fromUpdateTime, versionsPerPage),
        store.getHouse(houseId),
      ]);
      return lists.showVersions(user.userId, versions);
    },

    async listRelistings({ query }) {
      return listRelistings({ store, packs, site }, query);
    },

    async separateHouses({ params: { houseId }, body }) {
      return separateHouses(ports, { houseId, ...body });
    },

    async markHouseRead({ params: { houseId }, user }) {
      // The clock is read first, so that a change during this call stays unread.
      const nowMs = now().getTime();
      const house = await store.getHouse(houseId);
      const readTime = readTimeFor(nowMs, [house]);
      await store.markRead(user.userId, [houseId], readTime);
      const marks = await store.findMarks(user.userId, [house]);
      return { ...(await lists.withMarks(house, marks)), readTime };
    },

    async setHouseFlags({ params: { houseId }, body, user }) {
      const house = await store.getHouse(houseId);
      for (const flag of houseFlags) {
        const isSet = body[flag];
        if (isSet !== undefined) await setHouseFlag(ports, user, flag, houseId, isSet);
      }
      const shown = await lists.withMarks(house, await store.findMarks(user.userId, [house]));
      return { ...shown, starred: body.starred ?? shown.starred, hidden: body.hidden ?? shown.hidden };
    },

    async saveNote({ params: { houseId }, body, user }) {
      const house = await store.getHouse(houseId);
      await saveNote(ports, user, houseId, body);
      const shown = await lists.withMarks(house, await store.findMarks(user.userId, [house]));
      return { ...shown, note: body.note || undefined };
    },

    async markHousesRead({ body: { houseIdList, asOf = Infinity }, user }) {
      const nowMs = now().getTime();
      const houses = (await store.findHouses(houseIdList)).filter(({ updateTimeMs }) => updateTimeMs <= asOf);
      const readTime = Math.min(readTimeFor(nowMs, houses), asOf + 1);
      await store.markRead(
        user.userId,
        houses.map(({ houseId }) => houseId),
        readTime,
      );
      return { readTime };
    },

    async restoreReadTimes({ body: { houses }, user }) {
      const nowMs = now().getTime();
      const known = new Map(
        (await store.findHouses(houses.map(({ houseId }) => houseId))).map((house) => [house.houseId, house]),
      );
      const readTimes = houses.flatMap(({ houseId, readTime, marked }) => {
        const house = known.get(houseId);
        if (!house) return [];
        // The page names the time, so it is bounded: a later one would cover changes that the user has not seen.
        const readTimeMs = readTime && Math.min(readTime, readTimeFor(nowMs, [house]));
        return [{ houseId, readTimeMs, markedMs: marked }];
      });
      await store.putReadTimes(user.userId, readTimes);
      return {};
    },

    async handInPage({ body, user }) {
      return handInPage(ports, user, body);
    },

    async listPagesToHandIn({ user }) {
      return listPagesToHandIn(ports, user);
    },

    async refreshAllHouses({ user }) {
      const { minIntervalMs } = ports.settings;
      await startRefresh(ports, { userId: user.userId, limits: ports.refreshLimits, minIntervalMs });
      return refreshStatus(ports, user);
    },

    async tryOnce({ user }) {
      const { limiter, refreshLimits: limits } = ports;
      const allowTrial = async () => {
        const state = await limiter.getState();
        if (isCircuitOpen(state, now().getTime())) await limiter.allowTrial(state);
      };
      await startRefresh(ports, { userId: user.userId, limits, minIntervalMs: 0, beforeFirstStep: allowTrial });
      return refreshStatus(ports, user);
    },

    async getRefreshStatus({ user }) {
      return refreshStatus(ports, user);
    },

    async getSummary({ user }) {
      const [resblocks, marks, { history }] = await Promise.all([
        store.listResblocks(),
        store.listMarks(user.userId, { withNotes: false }),
        store.getRefreshHistory(),
      ]);
      return {
        ...countUnread(await packs.list(resblocks, { withTexts: false }), resblocks, marks),
        communities: resblocks.length,
        lastRefreshSuccessAt: history.lastSuccessAtMs,
      };
    },

    async noteVisit({ user: { userId } }) {
      return newsOfVisit({ store, packs }, userId, await noteVisit(ports, userId));
    },

    async getVisit({ user: { userId } }) {
      return newsOfVisit({ store, packs }, userId, await store.findVisit(userId));
    },

    async getMonitorCosts() {
      const month = ports.dayAt(now()).slice(0, 7);
      return { month, pages: await ports.limiter.countRequests(month) };
    },
  };
}
