import type { ljmonitorApi } from 'shared-types/ljmonitor';
import { AppError } from '../lib/app-error.ts';
import type { Routes } from '../lib/http.ts';
import { addResblock } from './add-resblock.ts';
import { asHouse, type House, readTimeFor } from './house.ts';
import { readTimeOf } from './marks.ts';
import type { HttpPorts } from './ports.ts';
import { refreshStatus } from './refresh-status.ts';
import { startRefresh } from './refresh-start.ts';
import { asResblock } from './resblock.ts';
import { sortedPage } from './sorted.ts';
import { countUnread } from './unread.ts';

const housesPerPage = 30;
const versionsPerPage = 50;
const daysOfStats = 366;

export function ljmonitorRoutes(ports: HttpPorts): Routes<typeof ljmonitorApi> {
  const { store, queue, site, now } = ports;

  const trackedIds = async () => new Set((await store.listResblocks()).map(({ resblockId }) => resblockId));

  async function mustBeTracked(resblockId: string) {
    if (!(await store.findResblock(resblockId))) throw new AppError('notFound', 'This community is not tracked.');
  }

  /** Houses as one person sees them. */
  async function seenBy(userId: string, houses: House[]) {
    const marks = await store.findMarks(userId, houses);
    return houses.map((house) => asHouse(house, site, readTimeOf(marks, house)));
  }

  return {
    async listResblocks() {
      return (await store.listResblocks()).map((resblock) => asResblock(resblock, site));
    },

    async addResblock({ params }) {
      return asResblock(await addResblock(ports, params.resblockId), site);
    },

    async removeResblock({ params }) {
      await store.removeResblock(params.resblockId);
      await queue.send({ kind: 'feed', resblockId: params.resblockId });
      return {};
    },

    async readResblock({ params: { resblockId }, body: { asOf }, user }) {
      await mustBeTracked(resblockId);
      await store.markResblockRead(user.userId, resblockId, Math.min(asOf, now().getTime()) + 1);
      return {};
    },

    async unreadResblock({ params: { resblockId }, user }) {
      await store.takeResblockMarkBack(user.userId, resblockId);
      return {};
    },

    async listStats({ params: { resblockId } }) {
      await mustBeTracked(resblockId);
      return store.listFigures(resblockId, daysOfStats);
    },

    async listHouses({ query: { fromUpdateTime, fromHouseId }, user }) {
      const from =
        fromUpdateTime === undefined || fromHouseId === undefined
          ? undefined
          : { updateTimeMs: fromUpdateTime, houseId: fromHouseId };
      return seenBy(user.userId, await store.pageHouses(await trackedIds(), from, housesPerPage));
    },

    async listSortedHouses({ query: { resblockIds, ...query }, user }) {
      const tracked = await trackedIds();
      const chosen = resblockIds ? resblockIds.filter((resblockId) => tracked.has(resblockId)) : [...tracked];
      const known = await Promise.all([...new Set(chosen)].map((resblockId) => store.listKnown(resblockId)));
      const page = sortedPage(known.flat(), query, housesPerPage);
      const houses = new Map((await store.findHouses(page)).map((house) => [house.houseId, house]));
      return seenBy(
        user.userId,
        page.flatMap((houseId) => houses.get(houseId) ?? []),
      );
    },

    async listHistory({ params: { houseId }, query, user }) {
      const [versions] = await Promise.all([
        store.pageHistory(houseId, query.fromUpdateTime, versionsPerPage),
        store.getHouse(houseId),
      ]);
      return seenBy(user.userId, versions);
    },

    async readHouse({ params: { houseId }, user }) {
      // The clock first: what changes after this moment was not seen.
      const nowMs = now().getTime();
      const house = await store.getHouse(houseId);
      const readTime = readTimeFor(nowMs, [house]);
      await store.markRead(user.userId, [houseId], readTime);
      return asHouse(house, site, readTime);
    },

    async unreadHouse({ params: { houseId }, user }) {
      const house = await store.getHouse(houseId);
      const { resblocks } = await store.findMarks(user.userId, [house]);
      await store.putReadTimes(user.userId, new Map([[houseId, null]]));
      return asHouse(house, site, readTimeOf({ houses: new Map(), resblocks }, house));
    },

    async readAllHouses({ body: { houseIdList, asOf = Infinity }, user }) {
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

    async unreadHouses({ body: { houses }, user }) {
      const known = new Set(
        (await store.findHouses(houses.map(({ houseId }) => houseId))).map(({ houseId }) => houseId),
      );
      const readTimes = houses.map(({ houseId, readTime }) => [houseId, readTime] as const);
      await store.putReadTimes(user.userId, new Map(readTimes.filter(([houseId]) => known.has(houseId))));
      return {};
    },

    async refreshAllHouses() {
      await startRefresh(ports);
      return refreshStatus(ports);
    },

    async getRefreshStatus() {
      return refreshStatus(ports);
    },

    async getSummary({ user }) {
      const [tracked, { refreshes }] = await Promise.all([trackedIds(), store.getRefreshes()]);
      return {
        ...(await countUnread(store, user.userId, tracked)),
        communities: tracked.size,
        lastRefreshSuccessAt: refreshes.lastSuccessAtMs,
      };
    },

    async getMonitorCosts() {
      const month = ports.dayAt(now()).slice(0, 7);
      return { month, pages: await ports.gate.countRequests(month) };
    },
  };
}
