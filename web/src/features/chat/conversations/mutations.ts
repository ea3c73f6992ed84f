import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';
import { call } from '../../../api/call.ts';
import { conversationQuery, conversationsQuery } from '../queries.ts';
import { withoutConversation, withConversation, withConversationFirst } from './conversation-pages.ts';

const searches = { queryKey: ['chat', 'search'] };

async function setConversations(client: QueryClient, change: ReturnType<typeof withConversation>) {
  await client.cancelQueries({ queryKey: conversationsQuery.queryKey });
  client.setQueryData(conversationsQuery.queryKey, change);
}

/** The title goes as it was typed. */
export function useCreateConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: string) => call('POST /api/chat/session/create', { body: { title } }),
    onSuccess: async (session) => {
      client.setQueryData(conversationQuery(session.sessionId).queryKey, session);
      await setConversations(client, withConversationFirst(session));
    },
  });
}

/** What of a session is to change; null: as it is. */
export interface ConversationChange {
  title: string | null;
  memorySize: number | null;
  modelCode: string | null;
}

export function useUpdateConversation(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ConversationChange) =>
      call('POST /api/chat/session/{sessionId}/update', { params: { sessionId }, body: change }),
    onSuccess: async (session) => {
      await client.cancelQueries({ queryKey: conversationQuery(sessionId).queryKey });
      client.setQueryData(conversationQuery(sessionId).queryKey, session);
      await setConversations(client, withConversation(session));
      void client.invalidateQueries(searches);
    },
  });
}

/** Takes a session off the lists. For some seconds the screen keeps its row, with 'undo'. */
export function useDeleteConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sessionId }: ChatSession) =>
      call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId } }),
    onSuccess: async (_, { sessionId }) => {
      client.removeQueries({ queryKey: conversationQuery(sessionId).queryKey });
      await setConversations(client, withoutConversation(sessionId));
      void client.invalidateQueries(searches);
    },
  });
}

export function useRestoreConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sessionId }: ChatSession) =>
      call('POST /api/chat/session/{sessionId}/restore', { params: { sessionId } }),
    onSuccess: async (session) => {
      client.setQueryData(conversationQuery(session.sessionId).queryKey, session);
      await client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
      void client.invalidateQueries(searches);
    },
  });
}
