import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';

/** An address is valid for an hour. */
export const freshMs = 50 * 60_000;

/** Loads the addresses of a question's files. */
export const addressesQuery = (sessionMessageId: string) =>
  queryOptions({
    queryKey: ['chat', 'files', sessionMessageId],
    queryFn: ({ signal }) =>
      call('GET /api/chat/session/message/{sessionMessageId}/files', { params: { sessionMessageId }, signal }),
    staleTime: freshMs,
    gcTime: freshMs,
    refetchOnWindowFocus: false,
  });
