import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { refetchMonitor } from '../house-list-queries.ts';
import { refreshStatusQuery } from '../queries.ts';

/** Starts a refresh, or joins the running one. All data of the page loads again at once. */
export const useRefreshAll = () => useRefresh(() => call('POST /api/ljmonitor/batch/refreshAllHouse'));

/** Asks the listing site once although it blocks the monitor. */
export const useTryOnce = () => useRefresh(() => call('POST /api/ljmonitor/batch/tryOnce'));

function useRefresh(mutationFn: () => Promise<RefreshStatus>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (status) => {
      await client.cancelQueries({ queryKey: refreshStatusQuery.queryKey });
      client.setQueryData(refreshStatusQuery.queryKey, status);
      refetchMonitor(client);
    },
  });
}
