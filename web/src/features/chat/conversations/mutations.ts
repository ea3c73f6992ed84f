import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';
import { call } from '../../../api/call.ts';
import { sessionQuery, sessionsQuery } from '../queries.ts';
import { withoutSession, withSession, withSessionFirst } from './conversation-pages.ts';

const searches = { queryKey: ['chat', 'search'] };

async function showSessions(client: QueryClient, change: ReturnType<typeof withSession>) {
  await client.cancelQueries({ queryKey: sessionsQuery.queryKey });
  client.setQueryData(sessionsQuery.queryKey, change);
}

/** The title goes as it was typed. */
export function useCreateSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: string) => call('POST /api/chat/session/create', { body: { title } }),
    onSuccess: async (session) => {
      client.setQueryData(sessionQuery(session.sessionId).queryKey, session);
      await showSessions(client, withSessionFirst(session));
    },
  });
}

/** What of a session is to change; null: as it is. */
export interface SessionChange {
  title: string | null;
  memorySize: number | null;
  modelCode: string | null;
}

export function useUpdateSession(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: SessionChange) =>
      call('POST /api/chat/session/{sessionId}/update', { params: { sessionId }, body: change }),
    onSuccess: async (session) => {
      await client.cancelQueries({ queryKey: sessionQuery(sessionId).queryKey });
      client.setQueryData(sessionQuery(sessionId).queryKey, session);
      await showSessions(client, withSession(session));
      void client.invalidateQueries(searches);
    },
  });
}

/** Takes a session off the lists. For some seconds the screen keeps its row, with 'undo'. */
export function useDeleteSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sessionId }: ChatSession) =>
      call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId } }),
    onSuccess: async (_, { sessionId }) => {
      client.removeQueries({ queryKey: sessionQuery(sessionId).queryKey });
      await showSessions(client, withoutSession(sessionId));
      void client.invalidateQueries(searches);
    },
  });
}

export function useRestoreSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sessionId }: ChatSession) =>
      call('POST /api/chat/session/{sessionId}/restore', { params: { sessionId } }),
    onSuccess: async (session) => {
      client.setQueryData(sessionQuery(session.sessionId).queryKey, session);
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      void client.invalidateQueries(searches);
    },
  });
}
