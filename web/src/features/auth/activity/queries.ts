import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AuditEvent } from 'shared-types/contract/audit';
import type { AuditKind } from 'shared-types/rules/audit';
import { call } from '../../../api/call.ts';

/** Empty texts stand for no filter. */
export interface EventFilter {
  day: string;
  userId: string;
  kind: AuditKind | '';
}

const loadPage = (filter: EventFilter, cursor: string, signal?: AbortSignal) => {
  const given = Object.entries({ ...filter, cursor }).filter(([, value]) => value !== '');
  return call('GET /api/auth/owner/activity', { query: Object.fromEntries(given), ...(signal && { signal }) });
};

export const eventsQuery = (filter: EventFilter) =>
  infiniteQueryOptions({
    queryKey: ['auth', 'activity', filter],
    meta: { part: 'activity' },
    queryFn: ({ pageParam, signal }) => loadPage(filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  });

/** Loads every event of a filter, for an export. */
export async function loadAllEvents(filter: EventFilter): Promise<AuditEvent[]> {
  const all: AuditEvent[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof loadPage>> = await loadPage(filter, cursor);
    all.push(...page.events);
    ({ cursor } = page);
  }
  return all;
}

export const ownEventsQuery = queryOptions({
  queryKey: ['auth', 'activity'],
  queryFn: ({ signal }) => call('GET /api/auth/activity', { signal }),
});
