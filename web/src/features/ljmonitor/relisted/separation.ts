import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { call } from '../../../api/call.ts';
import { attempt, showUndo } from '../../../ui/toasts/toasts.ts';
import { inSequence } from '../../../ui/undo.ts';
import { hasData, updateAfterChange } from '../optimistic-updates.ts';
import { relistingsQueries } from './relistings.ts';

interface Change {
  separated: boolean;
  /** The separation that is taken back. */
  asOf?: number;
}

const isSame = (one: Relisting, other: Relisting) =>
  one.earlier.houseId === other.earlier.houseId && one.later.houseId === other.later.houseId;

/** Separates two houses, or joins them again, by an optimistic update, which a failure reverts. */
function useSeparation(link: Relisting) {
  const client = useQueryClient();
  const { earlier, later } = link;
  // The links of a house come with those of others, so they are the same everywhere.
  const shown = (isLinked: boolean) => (links: Relisting[] | undefined) =>
    links && [...links.filter((each) => !isSame(each, link)), ...(isLinked ? [link] : [])];
  const show = (isLinked: boolean) => client.setQueriesData<Relisting[]>(relistingsQueries, shown(isLinked));
  return useMutation({
    ...inSequence(`separation ${earlier.houseId} ${later.houseId}`),
    mutationFn: (body: Change) =>
      call('PUT /api/ljmonitor/house/{houseId}/separation', {
        params: { houseId: later.houseId },
        body: { otherHouseId: earlier.houseId, ...body },
      }),
    onMutate: async ({ separated }) => {
      // A first load continues: nothing would start it again.
      await client.cancelQueries({ ...relistingsQueries, predicate: hasData });
      show(!separated);
    },
    onSuccess: (_, { separated }) => updateAfterChange(client, relistingsQueries.queryKey, shown(!separated)),
    onError: (_, { separated }) => show(separated),
  });
}

/** Returns what separates the two houses of a link at once, and offers to undo that. */
export function useSeparate(link: Relisting) {
  const { mutateAsync } = useSeparation(link);
  const separate = async () => {
    const separation = mutateAsync({ separated: true });
    const closeUndo = showUndo(`${link.earlier.houseId} and ${link.later.houseId} are two flats now.`, async () => {
      const { separatedAt } = await separation;
      return mutateAsync({ separated: false, ...(separatedAt !== null && { asOf: separatedAt }) });
    });
    try {
      await separation;
    } catch (error) {
      closeUndo();
      throw error;
    }
  };
  return () => void attempt('Could not separate the houses.', separate);
}
