import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';

export const branchesQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['chat', 'branches', sessionId],
    queryFn: ({ signal }) => call('GET /api/chat/branches', { query: { sessionId }, signal }),
    // The map is opened seldom, and after changes.
    staleTime: 0,
    gcTime: 0,
  });
