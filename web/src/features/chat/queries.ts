import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ChatMessage, ChatSession } from 'shared-types/contract/chat';
import { maxHoldMs } from 'shared-types/rules/limits';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { call } from '../../api/call.ts';
import { retryInterval } from '../../api/query-client.ts';
import { findMessage, joinText, progressOf, withMessage, withNewest } from './conversation/messages/message-pages.ts';

const pollIntervalMs = 1_000;

interface PageRequest<Cursor> {
  /** The end of the previous page; null requests the first page. */
  pageParam: Cursor | null;
  signal: AbortSignal;
  client: QueryClient;
}

/** Returns the place after which the next page of conversations begins. It stays when its conversation changes or goes. */
export const endOfPage = (page: readonly ChatSession[]) => {
  const last = page.at(-1);
  return last && { lastSessionId: last.sessionId, lastUpdateTime: last.updateTime };
};

/** All conversations, the last active first. An empty page ends the pagination. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: ['chat', 'sessions'],
  meta: { part: 'conversations' },
  queryFn: ({ pageParam, signal }: PageRequest<ReturnType<typeof endOfPage>>) =>
    call('GET /api/chat/session/list', { ...(pageParam && { query: pageParam }), signal }),
  initialPageParam: null,
  getNextPageParam: (page: ChatSession[]) => endOfPage(page),
});

/**
 * Loads the list again after a change. A first load that is still under way may have read the list before the change, and
 * TanStack Query would keep its data instead of asking again.
 */
export async function reloadConversations(client: QueryClient) {
  await client.cancelQueries({ queryKey: conversationsQuery.queryKey });
  await client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
}

export const conversationSearchQuery = (title: string) =>
  queryOptions({
    queryKey: ['chat', 'search', title],
    queryFn: ({ signal }) => call('GET /api/chat/session/search', { query: { title }, signal }),
  });

export const conversationQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['chat', 'session', sessionId],
    meta: { part: 'conversation' },
    queryFn: ({ signal }) => call('GET /api/chat/session/{sessionId}', { params: { sessionId }, signal }),
  });

const fetchMessages = (sessionId: string, pageParam: string | null, signal: AbortSignal) =>
  call('GET /api/chat/session/message/list', {
    query: { sessionId, ...(pageParam !== null && { lastSessionMessageId: pageParam }) },
    signal,
  });

/**
 * Loads the messages of a conversation, newest first, by pagination. The list is never refetched as a whole, which
 * would take hundreds of calls for a long conversation; `newestMessagesQuery` merges new messages into it.
 */
export const messagesQuery = (sessionId: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'messages', sessionId],
    meta: { part: 'messages' },
    queryFn: async ({ pageParam, signal, client }: PageRequest<string>) => {
      const page = await fetchMessages(sessionId, pageParam, signal);
      if (pageParam === null) client.setQueryData(newestMessagesQuery(sessionId).queryKey, page);
      return page;
    },
    initialPageParam: null,
    getNextPageParam: (page: ChatMessage[]) => page.at(-1)?.sessionMessageId,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // `useMessages` retries a failed page by itself.
    refetchInterval: (query) => query.state.data === undefined && retryInterval(query),
  });

/** Loads the newest page, refetched like every query because another device may have added messages. */
export const newestMessagesQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['chat', 'newest', sessionId],
    queryFn: async ({ signal, client }) => {
      const newest = await fetchMessages(sessionId, null, signal);
      client.setQueryData(messagesQuery(sessionId).queryKey, withNewest(newest));
      return newest;
    },
  });

async function fetchMessage(
  sessionMessageId: string,
  { signal, client }: Pick<PageRequest<never>, 'signal' | 'client'>,
  isFirstPoll = false,
) {
  const list = messagesQuery(conversationIdOf(sessionMessageId)).queryKey;
  const known = findMessage(client.getQueryData(list)?.pages, sessionMessageId);
  const ask = (query?: { after: number; writer: string } | { holdMs: number }) =>
    call('GET /api/chat/session/message/{sessionMessageId}', {
      params: { sessionMessageId },
      ...(query && { query }),
      signal,
    });
  const isHeld = isFirstPoll && known?.status === 'PENDING';
  const rest = await ask(isHeld ? { holdMs: maxHoldMs } : progressOf(known));
  const message = joinText(known, rest) ?? (await ask());
  client.setQueryData(list, withMessage(message));
  return message;
}

/** Loads one message, which is merged into the list. */
export const messageQuery = (sessionMessageId: string) =>
  queryOptions({
    queryKey: ['chat', 'message', sessionMessageId],
    queryFn: (context) => fetchMessage(sessionMessageId, context),
    // A cached state may belong to an earlier attempt.
    staleTime: 0,
    gcTime: 0,
  });

/** The time at which the last poll began, by `performance.now()`; undefined before the first one. */
export interface PollClock {
  beganMs?: number;
}

/**
 * Polls a message, a second after the last poll began: the first one of an answer without a worker is held by the server until
 * there are words, which does not delay the next one. It goes on while the list says that the message is not final, because a
 * page with an older state may arrive after the poll that found the message final.
 */
export const pollQuery = (sessionMessageId: string, clock: PollClock) =>
  queryOptions({
    ...messageQuery(sessionMessageId),
    queryFn: (context) => {
      const isFirst = clock.beganMs === undefined;
      clock.beganMs = performance.now();
      return fetchMessage(sessionMessageId, context, isFirst);
    },
    refetchInterval: (query) => {
      if (query.state.status === 'error') return retryInterval(query);
      if (query.state.fetchStatus === 'fetching' || clock.beganMs === undefined) return pollIntervalMs;
      return Math.max(clock.beganMs + pollIntervalMs - performance.now(), 1);
    },
  });

export const modelsQuery = queryOptions({
  queryKey: ['chat', 'models'],
  meta: { part: 'models' },
  queryFn: ({ signal }) => call('GET /api/chat/models', { signal }),
  staleTime: 60_000,
});

export const usageQuery = queryOptions({
  queryKey: ['chat', 'usage'],
  meta: { part: 'usage' },
  queryFn: ({ signal }) => call('GET /api/chat/usage', { signal }),
});
