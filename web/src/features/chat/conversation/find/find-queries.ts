import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { continueInterval, retryInterval } from '../../../../api/query-client.ts';
import { loadUntil } from './load-until.ts';

/** Loads the messages of a conversation that have the words, newest first. */
export const findQuery = (sessionId: string, text: string) =>
  queryOptions({
    queryKey: ['chat', 'find', sessionId, text],
    queryFn: ({ signal }) =>
      call('GET /api/chat/session/{sessionId}/find', { params: { sessionId }, query: { text }, signal }),
    enabled: text !== '',
    refetchInterval: (query) => continueInterval(query, query.state.data?.remaining),
  });

/** Loads a message into the list of its conversation. */
export const reachQuery = (client: QueryClient, sessionId: string, sessionMessageId: string | undefined) =>
  queryOptions({
    queryKey: ['chat', 'reach', sessionId, sessionMessageId],
    queryFn: () => loadUntil(client, sessionId, sessionMessageId ?? ''),
    enabled: sessionMessageId !== undefined,
    gcTime: 0,
    refetchInterval: retryInterval,
  });
