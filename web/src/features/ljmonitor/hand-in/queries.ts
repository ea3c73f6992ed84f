import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isSoldAddress } from 'shared-types/rules/monitor/sold-addresses';
import { isGatewayError } from '../../../api/api-error.ts';
import { call, type Encoded } from '../../../api/call.ts';
import { tellStale } from '../../../lib/tab/stale-data.ts';
import { communitiesQuery, monitorQueries, summaryQueries } from '../queries.ts';
import type { HandedIn } from './describe-handed-in.ts';
import type { BrowserPage } from './saved-pages/read-file.ts';

/** Loads again when the user comes back from the listing site, and when another tab has handed a page in. */
export const pagesToHandInQuery = queryOptions({
  queryKey: ['ljmonitor', 'pages'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/page', { signal }),
});

/** How often a page is sent again after the gateway has refused it: with 1, 2, 4 and 8 s between them, a busy site gets 15 s. */
const maxRepetitions = 4;

/** Compresses a large body. API Gateway takes JSON for text, which compressed bytes are not. */
async function compressed(body: unknown): Promise<Encoded> {
  const bytes = new Blob([JSON.stringify(body)]).stream().pipeThrough(new CompressionStream('gzip'));
  return {
    headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' },
    body: await new Response(bytes).arrayBuffer(),
  };
}

/** Hands in one page of a list, or of sold houses, as its address says. Everything that the page shows loads again. */
export function useHandIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ url, html, loadedAtMs }: BrowserPage): Promise<HandedIn> => {
      // The server refuses a body that has more.
      const body = { url: withoutQuery(url), html, ageMs: Math.max(0, Math.round(Date.now() - loadedAtMs)) };
      return isSoldAddress(url)
        ? call('POST /api/ljmonitor/sold', { body, encode: compressed })
        : call('POST /api/ljmonitor/page', { body, encode: compressed });
    },
    retry: (failures, error) => failures < maxRepetitions && isGatewayError(error),
    retryDelay: (failures) => 1_000 * 2 ** failures,
    onSuccess: (handedIn) => {
      void client.invalidateQueries(monitorQueries);
      tellHandedIn(handedIn);
    },
  });
}

/**
 * Tells the other tabs of a page. The bookmarklet and the extension hand pages in from tabs of their own. The houses load again
 * when a tab is looked at.
 */
function tellHandedIn({ outcome }: HandedIn) {
  if (outcome === 'refused') return;
  tellStale(pagesToHandInQuery);
  if (outcome === 'saved') return;
  tellStale(communitiesQuery);
  tellStale(summaryQueries);
}

/** The path names the list. What a site adds behind it may be long, and may be about the user. */
const withoutQuery = (url: string) => url.replace(/[?#].*$/s, '');
