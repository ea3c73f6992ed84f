import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { monitorQueries, refreshStatusQuery } from '../queries.ts';

/** Starts a refresh, or joins the running one. All data of the page loads again at once. */
export function useRefreshAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/ljmonitor/batch/refreshAllHouse'),
    onSuccess: async (status) => {
      await client.cancelQueries({ queryKey: refreshStatusQuery.queryKey });
      client.setQueryData(refreshStatusQuery.queryKey, status);
      void client.invalidateQueries(monitorQueries);
    },
  });
}
