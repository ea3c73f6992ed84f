import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotifySettings } from 'shared-types/contract/account/notify';
import { call } from '../../../api/call.ts';

export const newsSettingsQuery = queryOptions({
  queryKey: ['auth', 'news'],
  meta: { part: 'channels' },
  queryFn: ({ signal }) => call('GET /api/notify/settings', { signal }),
});

export const communitiesQuery = queryOptions({
  queryKey: ['auth', 'news', 'communities'],
  meta: { part: 'communities' },
  queryFn: ({ signal }) => call('GET /api/ljmonitor/resblock', { signal }),
});

export const serversQuery = queryOptions({
  queryKey: ['auth', 'servers'],
  meta: { part: 'servers' },
  queryFn: async ({ signal }) => (await call('GET /api/minecraft_bedrock/v2', { signal })).data,
});

/** Changes the settings, and replaces the loaded ones with those of the response. */
export function useSettingsChange<Input>(change: (input: Input) => Promise<NotifySettings>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (settings) => client.setQueryData(newsSettingsQuery.queryKey, settings),
    // A refusal can mean that the channel has changed elsewhere.
    onError: () => client.invalidateQueries(newsSettingsQuery),
  });
}
