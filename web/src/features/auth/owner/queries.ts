import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const invitationsQuery = queryOptions({
  queryKey: ['auth', 'invitations'],
  meta: { part: 'invitations' },
  queryFn: ({ signal }) => call('GET /api/auth/owner/invitations', { signal }),
});

export const accountsQuery = queryOptions({
  queryKey: ['auth', 'accounts'],
  meta: { part: 'accounts' },
  queryFn: ({ signal }) => call('GET /api/auth/owner/accounts', { signal }),
});

export const accountSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['auth', 'accounts', userId, 'sessions'],
    meta: { part: 'sign-ins' },
    queryFn: ({ signal }) => call('GET /api/auth/owner/accounts/{userId}/sessions', { params: { userId }, signal }),
  });
