import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { communitiesQuery, monitorQueries, refreshStatusQuery } from '../queries.ts';

export const putCommunity = ({ resblockId, origin }: AddedCommunity) =>
  call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId }, query: origin ? { origin } : {} });

interface AddedCommunity {
  resblockId: string;
  /** The site to read the community from, if it is not the configured one. */
  origin?: string;
}

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

/** The text leads to no community. The message says what to enter instead. */
export class RefusedLink extends Error {}

/**
 * Adds the community of an ID or a link. Its houses appear as the server reads them. Links to `watchedHosts`, the hosts of the
 * communities in the list, are accepted, too.
 */
export function useAddCommunity(watchedHosts: string[]) {
  const client = useQueryClient();
  const show = useShowCommunity();
  return useMutation({
    mutationFn: async (text: string) => {
      const { describeAdded, findCommunity } = await import('./find-community.ts');
      // The user may be faster than the first status, without which a link to another port would lose its city.
      const status = await client.ensureQueryData(refreshStatusQuery).catch(() => undefined);
      const found = await findCommunity(text, watchedHosts, status?.listingOrigin);
      if (found.refusal !== undefined) throw new RefusedLink(found.refusal);
      const added = await putCommunity(found);
      const before = client
        .getQueryData(communitiesQuery.queryKey)
        ?.find(({ resblockId }) => resblockId === added.resblockId);
      return { added, note: describeAdded(added, before) };
    },
    onSuccess: ({ added }) => show(added),
  });
}
