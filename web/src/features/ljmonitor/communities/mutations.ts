import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { communitiesQuery, monitorQueries } from '../queries.ts';
import { addCommunity } from './find/find-community.ts';

/** Inserts a community into the cached list, at the end or at `index`, or updates it there. */
export function useShowCommunity(index?: number) {
  const client = useQueryClient();
  return (added: Resblock) => {
    client.setQueryData(communitiesQuery.queryKey, (list = []) =>
      list.some(({ resblockId }) => resblockId === added.resblockId)
        ? list.map((each) => (each.resblockId === added.resblockId ? added : each))
        : list.toSpliced(index ?? list.length, 0, added),
    );
    void client.invalidateQueries(monitorQueries);
  };
}

/** Adds the community of an ID or a link. Its houses appear as the server reads them. */
export function useAddCommunity() {
  const client = useQueryClient();
  const show = useShowCommunity();
  return useMutation({
    // A browser loads code no second time that it could not load once, and a connection comes back.
    mutationFn: (text: string) => addCommunity(client, text),
    onSuccess: ({ added }) => show(added),
  });
}
