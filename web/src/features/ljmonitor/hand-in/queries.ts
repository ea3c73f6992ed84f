import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { monitorQueries } from '../queries.ts';
import type { BrowserPage } from './saved-pages/read-file.ts';

/** Loads again when the user comes back from the listing site. */
export const pagesToHandInQuery = queryOptions({
  queryKey: ['ljmonitor', 'pages'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/page', { signal }),
});

/** Hands in one page. Everything that the page shows loads again. */
export function useHandIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (page: BrowserPage) => call('POST /api/ljmonitor/page', { body: page, isCompressed: true }),
    onSuccess: () => void client.invalidateQueries(monitorQueries),
  });
}
