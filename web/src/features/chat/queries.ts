import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ChatMessage, ChatSession } from 'shared-types/contract/chat';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { call } from '../../api/call.ts';
import { retryInterval } from '../../api/query-client.ts';
import { withMessage, withNewest } from './conversation/messages/message-pages.ts';

const pollIntervalMs = 1_000;

interface PageRequest {
  /** The last id of the page before; null: the first page. */
  pageParam: string | null;
  signal: AbortSignal;
  client: QueryClient;
}

/** All sessions, last active first, a page at a time; an empty page ends the list. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: ['chat', 'sessions'],
  queryFn: ({ pageParam, signal }: PageRequest) =>
    call('GET /api/chat/session/list', { ...(pageParam !== null && { query: { lastSessionId: pageParam } }), signal }),
  initialPageParam: null,
  getNextPageParam: (page: ChatSession[]) => page.at(-1)?.sessionId,
});

export const conversationSearchQuery = (title: string) =>
  queryOptions({
    queryKey: ['chat', 'search', title],
    queryFn: ({ signal }) => call('GET /api/chat/session/search', { query: { title }, signal }),
  });

export const conversationQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['chat', 'session', sessionId],
    queryFn: ({ signal }) => call('GET /api/chat/session/{sessionId}', { params: { sessionId }, signal }),
  });

const fetchMessages = (sessionId: string, pageParam: string | null, signal: AbortSignal) =>
  call('GET /api/chat/session/message/list', {
    query: { sessionId, ...(pageParam !== null && { lastSessionMessageId: pageParam }) },
    signal,
  });

/**
 * What was said, newest first, a page at a time: the one place where messages are kept. Never asked again as a whole,
 * which for a long conversation would be hundreds of calls: `newestQuery` brings what is new into it.
 */
export const messagesQuery = (sessionId: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'messages', sessionId],
    queryFn: async ({ pageParam, signal, client }: PageRequest) => {
      const page = await fetchMessages(sessionId, pageParam, signal);
      if (pageParam === null) client.setQueryData(newestMessagesQuery(sessionId).queryKey, page);
      return page;
    },
    initialPageParam: null,
    getNextPageParam: (page: ChatMessage[]) => page.at(-1)?.sessionMessageId,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // A page that failed is asked for again by whoever shows the list, alone.
    refetchInterval: (query) => query.state.data === undefined && retryInterval(query),
  });

/** The newest page, which another device may have added to: asked again as every query is. */
export const newestMessagesQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['chat', 'newest', sessionId],
    queryFn: async ({ signal, client }) => {
      const newest = await fetchMessages(sessionId, null, signal);
      client.setQueryData(messagesQuery(sessionId).queryKey, withNewest(newest));
      return newest;
    },
  });

/**
 * One message; what it says goes into the list. Asked for again every second by whoever follows it, and that is while the
 * list says that it is under way: an older page of messages may come after the poll that said it was done.
 */
export const messageQuery = (sessionMessageId: string) =>
  queryOptions({
    queryKey: ['chat', 'message', sessionMessageId],
    queryFn: async ({ signal, client }) => {
      const message = await call('GET /api/chat/session/message/{sessionMessageId}', {
        params: { sessionMessageId },
        signal,
      });
      client.setQueryData(messagesQuery(conversationIdOf(sessionMessageId)).queryKey, withMessage(message));
      return message;
    },
    // What an earlier attempt of it said is of no use.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: (query) => (query.state.status === 'error' ? retryInterval(query) : pollIntervalMs),
  });

export const modelsQuery = queryOptions({
  queryKey: ['chat', 'models'],
  queryFn: ({ signal }) => call('GET /api/chat/models', { signal }),
  staleTime: 60_000,
});

export const usageQuery = queryOptions({
  queryKey: ['chat', 'usage'],
  queryFn: ({ signal }) => call('GET /api/chat/usage', { signal }),
});
