import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { inTurn, isLoaded, showHouses, showHousesEarly } from '../mutations.ts';
import { withHouse } from '../houses/house-pages.ts';
import { allHouses, summary } from '../queries.ts';

type Choice = Partial<Pick<House, 'starred' | 'hidden'>>;

const housesOnScreen = (client: QueryClient) =>
  client.getQueryCache().findAll({ ...allHouses, type: 'active', predicate: isLoaded });

/** Stars a house or hides it, or no longer: at once, and undone if the server did not take it. */
export function useChoice(house: House) {
  const client = useQueryClient();
  const { houseId } = house;
  const mutationKey = ['choice', houseId];
  /** How the server has it. */
  const kept = useRef(house);
  const isLast = () => client.isMutating({ mutationKey }) === 1;
  const show = (choice: Choice) => withHouse(houseId, (each) => ({ ...each, ...choice }));
  return useMutation({
    ...inTurn(houseId),
    mutationKey,
    mutationFn: (choice: Choice) =>
      call('PUT /api/ljmonitor/house/{houseId}/choice', { params: { houseId }, body: choice }),
    onMutate: async (choice) => {
      if (isLast()) kept.current = house;
      await showHousesEarly(client, show(choice));
      return housesOnScreen(client);
    },
    onSuccess: (answer) => {
      kept.current = answer;
    },
    onSettled: (_, __, { hidden }, before) => {
      if (hidden !== undefined) void client.invalidateQueries(summary);
      if (!isLast()) return;
      const { starred, hidden: isHidden } = kept.current;
      showHouses(client, show({ starred, hidden: isHidden }));
      // The list that it was pressed in keeps the row, with its way back.
      const stays = before ? housesOnScreen(client).filter((list) => before.includes(list)) : [];
      void client.invalidateQueries({ ...allHouses, predicate: (list) => !stays.includes(list) });
    },
  });
}
