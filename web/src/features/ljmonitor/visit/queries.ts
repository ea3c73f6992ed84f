import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { isTabHidden } from '../../../lib/tab/use-hidden.ts';

/** Often enough that a visit does not end while its page is looked at. */
const notePollMs = 5 * 60_000;

/** Only a page that is looked at is a visit: a tab in the background asks for the counts alone. */
export const visitQuery = queryOptions({
  queryKey: ['ljmonitor', 'visit'],
  meta: { part: 'changes since your last visit' },
  queryFn: ({ signal }) =>
    isTabHidden() ? call('GET /api/ljmonitor/visit', { signal }) : call('PUT /api/ljmonitor/visit', { signal }),
  refetchInterval: notePollMs,
  staleTime: notePollMs,
});
