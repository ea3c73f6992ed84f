import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { inSequence } from '../../../ui/undo.ts';
import { isStarredList } from '../house-list-queries.ts';
import { mapHouse, markReadAt } from '../houses/house-pages.ts';
import { hasData, updateHousesAfterChange, updateHousesOptimistically } from '../optimistic-updates.ts';
import { houseQueries, summaryQueries } from '../queries.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { visitQuery } from '../visit/queries.ts';

/** Stores the read time that a house had before. A mark that another browser has set since `marked` stays as it is. */
const restore = ({ houseId, readTime }: House, marked: number | null) =>
  call('POST /api/ljmonitor/batch/unreadHouse', {
    body: { houses: [{ houseId, readTime, marked: marked ?? undefined }] },
  });

/**
 * Asks for the news of the visit again, which reads all marks. A mark lowers them by itself, so only what takes a mark back, or
 * hides a house, asks.
 */
const countVisitAgain = (client: QueryClient) => void client.invalidateQueries({ queryKey: visitQuery.queryKey });

/** Returns what shows the read time of a house in every list, and asks for the counts again. */
function useFinish() {
  const client = useQueryClient();
  return ({ houseId }: House, readTime: number | null) => {
    updateHousesAfterChange(
      client,
      mapHouse(houseId, (house) => ({ ...house, readTime })),
    );
    void client.invalidateQueries(summaryQueries);
  };
}

/**
 * Marks a house as read with an optimistic update, which a failure reverts. A house that has changed since it was loaded stays
 * unread, because the user has not seen its current version.
 */
export function useMarkRead({ houseId: ownId }: House) {
  const client = useQueryClient();
  const finish = useFinish();
  return useMutation({
    ...inSequence(ownId),
    mutationFn: async (house: House) => {
      const { houseId, updateTime, readTime } = house;
      const read = await call('PUT /api/ljmonitor/house/{houseId}/read', { params: { houseId } });
      if (read.updateTime === updateTime) return read;
      await restore(house, read.readTime);
      return { ...read, readTime };
    },
    async onMutate(house) {
      await updateHousesOptimistically(
        client,
        mapHouse(house.houseId, (each) => markReadAt(each, serverNow())),
      );
      // The counts are only early: the server counts again after the call.
      await import('../toolbar/subtract-unread.ts').then(
        ({ subtractUnread }) => subtractUnread(client, [house]),
        () => undefined,
      );
    },
    onSuccess: (saved, house) => {
      finish(house, saved.readTime);
      // 'read all' relies on all rows of a page being from the same moment, so the whole list loads again.
      if (saved.updateTime === house.updateTime) return;
      void client.invalidateQueries(houseQueries);
      countVisitAgain(client);
    },
    onError: (_, house) => {
      finish(house, house.readTime);
      countVisitAgain(client);
    },
  });
}

interface UndoneRead {
  /** The house as it was before. */
  house: House;
  /** The mark that is taken back. It may be on its way, or have failed. */
  read: Promise<Pick<House, 'readTime'>>;
}

/** Takes a mark back with an optimistic update: the house is as read as it was before. */
export function useUndoRead({ houseId: ownId }: House) {
  const client = useQueryClient();
  const finish = useFinish();
  return useMutation({
    ...inSequence(ownId),
    mutationFn: async ({ house, read }: UndoneRead) => {
      const marked = await read.then(
        ({ readTime }) => readTime,
        // A mark that seems to have failed may be stored.
        () => null,
      );
      // The end of the mark would show the house as read again, so this waits for it.
      await updateHousesOptimistically(
        client,
        mapHouse(house.houseId, (each) => ({ ...each, readTime: house.readTime })),
      );
      return restore(house, marked);
    },
    onSuccess: (_, { house }) => finish(house, house.readTime),
    onError: () => void client.invalidateQueries(houseQueries),
    onSettled: () => countVisitAgain(client),
  });
}

type FlagChange = Partial<Pick<House, 'starred' | 'hidden'>>;

const visibleLists = (client: QueryClient) =>
  client.getQueryCache().findAll({ ...houseQueries, type: 'active', predicate: hasData });

/** Stars, unstars, hides or shows a house with an optimistic update, which a failure reverts. */
export function useSetFlag(house: House) {
  const client = useQueryClient();
  const { houseId } = house;
  const mutationKey = ['flag', houseId];
  const lastSaved = useRef(house);
  const isOnlyOneRunning = () => client.isMutating({ mutationKey }) === 1;
  const show = (change: FlagChange) => mapHouse(houseId, (each) => ({ ...each, ...change }));
  return useMutation({
    ...inSequence(houseId),
    mutationKey,
    mutationFn: (change: FlagChange) =>
      call('PUT /api/ljmonitor/house/{houseId}/choice', { params: { houseId }, body: change }),
    onMutate: async (change) => {
      if (isOnlyOneRunning()) lastSaved.current = house;
      await updateHousesOptimistically(client, show(change));
      return visibleLists(client);
    },
    onSuccess: (saved) => {
      lastSaved.current = saved;
    },
    onSettled: (_, __, { hidden }, before) => {
      if (hidden !== undefined) {
        void client.invalidateQueries(summaryQueries);
        countVisitAgain(client);
      }
      if (!isOnlyOneRunning()) return;
      const { starred, hidden: isHidden } = lastSaved.current;
      updateHousesAfterChange(client, show({ starred, hidden: isHidden }));
      // The visible list keeps a hidden house with its 'show' button; the other lists load again.
      const kept = before ? visibleLists(client).filter((list) => before.includes(list)) : [];
      // A star is shown in all lists already, and adds a house to the starred ones only.
      const isChanged = (list: Query) => hidden !== undefined || isStarredList(list);
      void client.invalidateQueries({
        ...houseQueries,
        predicate: (list) => !kept.includes(list) && isChanged(list),
      });
    },
  });
}
