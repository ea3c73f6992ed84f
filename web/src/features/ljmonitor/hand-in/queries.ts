import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isSoldAddress } from 'shared-types/rules/monitor/sold-addresses';
import { call } from '../../../api/call.ts';
import { compressed } from './saved-pages/compressed.ts';
import { monitorQueries } from '../queries.ts';
import { pagesKey, tellOtherTabs } from './ended-elsewhere.ts';
import type { HandedIn } from './messages.ts';
import type { BrowserPage } from './saved-pages/read-file.ts';

/** Loads again when the user comes back from the listing site, and when another tab has handed a page in. */
export const pagesToHandInQuery = queryOptions({
  queryKey: pagesKey,
  queryFn: ({ signal }) => call('GET /api/ljmonitor/page', { signal }),
});

/** Hands in one page of a list, or of sold houses, as its address says. Everything that the page shows loads again. */
export function useHandIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (page: BrowserPage): Promise<HandedIn> =>
      isSoldAddress(page.url)
        ? call('POST /api/ljmonitor/sold', { body: page, encode: compressed })
        : call('POST /api/ljmonitor/page', { body: page, encode: compressed }),
    onSuccess: (handedIn) => {
      void client.invalidateQueries(monitorQueries);
      tellOtherTabs(handedIn);
    },
  });
}
