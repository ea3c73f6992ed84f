import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';
import { call } from '../../../api/call.ts';
import { inSequence } from '../../../ui/undo/in-sequence.ts';
import { conversationQuery, conversationsQuery, modelsQuery } from '../queries.ts';
import { withoutConversation, withConversation, withConversationFirst } from './conversation-pages.ts';

const searches = { queryKey: ['chat', 'search'] };

async function setConversations(client: QueryClient, change: ReturnType<typeof withConversation>) {
  await client.cancelQueries({ queryKey: conversationsQuery.queryKey });
  client.setQueryData(conversationsQuery.queryKey, change);
}

/** Sends the title as it was typed. */
export function useCreateConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: string) => call('POST /api/chat/session/create', { body: { title } }),
    onSuccess: async (conversation) => {
      client.setQueryData(conversationQuery(conversation.sessionId).queryKey, conversation);
      await setConversations(client, withConversationFirst(conversation));
    },
  });
}

/** A change of a conversation. Null keeps the value. */
export interface ConversationChange {
  title: string | null;
  memorySize: number | null;
  modelCode: string | null;
  /** `default` is the model's own. */
  effort?: NonNullable<ChatSession['effort']> | 'default';
  webSearch?: boolean;
}

export function useUpdateConversation(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ConversationChange) =>
      call('POST /api/chat/session/{sessionId}/update', { params: { sessionId }, body: change }),
    onSuccess: async (conversation) => {
      await client.cancelQueries({ queryKey: conversationQuery(sessionId).queryKey });
      client.setQueryData(conversationQuery(sessionId).queryKey, conversation);
      await setConversations(client, withConversation(conversation));
      void client.invalidateQueries(searches);
      // New conversations begin with the model that was chosen last.
      void client.invalidateQueries({ queryKey: modelsQuery.queryKey });
    },
  });
}

/** Optimistic update: the conversation leaves the cached lists at once, and comes back if the call fails. */
export function useDeleteConversation({ sessionId }: ChatSession) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(sessionId),
    mutationFn: (conversation: ChatSession) =>
      call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId: conversation.sessionId } }),
    onMutate: async () => {
      await setConversations(client, withoutConversation(sessionId));
      client.setQueriesData<ChatSession[]>(searches, (found) => found?.filter((each) => each.sessionId !== sessionId));
    },
    onSuccess: async () => {
      client.removeQueries({ queryKey: conversationQuery(sessionId).queryKey });
      // A page that was read before the deletion may have brought the conversation back.
      await setConversations(client, withoutConversation(sessionId));
    },
    onError: () => client.invalidateQueries({ queryKey: conversationsQuery.queryKey }),
    onSettled: () => void client.invalidateQueries(searches),
  });
}

export function useRestoreConversation({ sessionId }: ChatSession) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(sessionId),
    mutationFn: (conversation: ChatSession) =>
      call('POST /api/chat/session/{sessionId}/restore', { params: { sessionId: conversation.sessionId } }),
    onSuccess: async (conversation) => {
      client.setQueryData(conversationQuery(sessionId).queryKey, conversation);
      await client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
      void client.invalidateQueries(searches);
    },
  });
}
