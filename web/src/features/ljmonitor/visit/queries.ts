import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { isTabHidden } from '../../../lib/tab/use-hidden.ts';

/** Often enough that a visit does not end while its page is looked at. */
const notePollMs = 5 * 60_000;

/**
 * Only a page that is looked at is a visit: a tab in the background asks for the counts alone. They are stale at once, so that the
 * visit begins when the tab is shown.
 */
export const visitQuery = queryOptions({
  queryKey: ['ljmonitor', 'visit'],
  meta: { part: 'changes since your last visit' },
  queryFn: async ({ signal }) => {
    const isNoted = !isTabHidden();
    return { isNoted, ...(await call(`${isNoted ? 'PUT' : 'GET'} /api/ljmonitor/visit`, { signal })) };
  },
  refetchInterval: notePollMs,
  staleTime: ({ state }) => (state.data?.isNoted ? notePollMs : 0),
});
