import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LinkedServer } from 'shared-types/contract/stack/links';
import type { LinkTerm } from 'shared-types/rules/stack/start-link';
import { retryInterval } from '../../../api/query-client.ts';
import { call } from '../../../api/call.ts';
import type { LinkAddress } from './link-address.ts';

export const startLinksQuery = (stackName: string) =>
  queryOptions({
    queryKey: ['stack', stackName, 'links'],
    meta: { part: 'links' },
    queryFn: async ({ signal }) =>
      (await call('GET /api/minecraft_bedrock/v2/{stackName}/links', { params: { stackName }, signal })).data,
  });

export function useCreateLink(stackName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { note: string; validFor: LinkTerm }) =>
      call('POST /api/minecraft_bedrock/v2/{stackName}/links', { params: { stackName }, body }),
    onSettled: () => client.invalidateQueries(startLinksQuery(stackName)),
  });
}

export function useRevokeLink(stackName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (linkRef: string) =>
      call('DELETE /api/minecraft_bedrock/v2/{stackName}/links/{linkRef}', { params: { stackName, linkRef } }),
    onSettled: () => client.invalidateQueries(startLinksQuery(stackName)),
  });
}

const changingPollMs = 15_000;
const restingPollMs = 60_000;

const isChanging = ({ state, outdatedSince }: LinkedServer) =>
  state === 'starting' || state === 'stopping' || outdatedSince !== undefined;

/** Loads the server of a start link, which is looked at again until the link itself is refused. */
export const linkedServerQuery = (link: LinkAddress) =>
  queryOptions({
    queryKey: ['startLink', link.stackName, link.secret],
    queryFn: async ({ signal }) => (await call('POST /api/minecraft_bedrock/link/look', { body: link, signal })).data,
    refetchInterval: (query) => {
      const { data, status } = query.state;
      if (status === 'error') return retryInterval(query);
      return data && isChanging(data) ? changingPollMs : restingPollMs;
    },
  });

export function useStartByLink(link: LinkAddress) {
  const client = useQueryClient();
  const { queryKey } = linkedServerQuery(link);
  return useMutation({
    mutationFn: async () => (await call('POST /api/minecraft_bedrock/link/start', { body: link })).data,
    onSuccess: (server) => client.setQueryData(queryKey, server),
    // A refusal may mean that the server has changed.
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
