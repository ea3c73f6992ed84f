import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { inSequence, hasData, updateHouses, updateHousesOptimistically } from '../mutations.ts';
import { mapHouse } from '../houses/house-pages.ts';
import { houseQueries, summaryQueries } from '../queries.ts';

type FlagChange = Partial<Pick<House, 'starred' | 'hidden'>>;

const housesOnScreen = (client: QueryClient) =>
  client.getQueryCache().findAll({ ...houseQueries, type: 'active', predicate: hasData });

/** Stars a house or hides it, or no longer: at once, and undone if the server did not take it. */
export function useFlag(house: House) {
  const client = useQueryClient();
  const { houseId } = house;
  const mutationKey = ['choice', houseId];
  /** How the server has it. */
  const kept = useRef(house);
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const show = (choice: FlagChange) => mapHouse(houseId, (each) => ({ ...each, ...choice }));
  return useMutation({
    ...inSequence(houseId),
    mutationKey,
    mutationFn: (choice: FlagChange) =>
      call('PUT /api/ljmonitor/house/{houseId}/choice', { params: { houseId }, body: choice }),
    onMutate: async (choice) => {
      if (isLast()) kept.current = house;
      await updateHousesOptimistically(client, show(choice));
      return housesOnScreen(client);
    },
    onSuccess: (answer) => {
      kept.current = answer;
    },
    onSettled: (_, __, { hidden }, before) => {
      if (hidden !== undefined) void client.invalidateQueries(summaryQueries);
      if (!isLast()) return;
      const { starred, hidden: isHidden } = kept.current;
      updateHouses(client, show({ starred, hidden: isHidden }));
      // The list that it was pressed in keeps the row, with its way back.
      const stays = before ? housesOnScreen(client).filter((list) => before.includes(list)) : [];
      void client.invalidateQueries({ ...houseQueries, predicate: (list) => !stays.includes(list) });
    },
  });
}
