import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';
import { call } from '../../../api/call.ts';
import { inSequence } from '../../../ui/undo.ts';
import { conversationQuery, conversationsQuery } from '../queries.ts';
import { withoutConversation, withConversation, withConversationFirst } from './conversation-pages.ts';

export const searches = { queryKey: ['chat', 'search'] };
const messageSearches = { queryKey: ['chat', 'found'] };

/** Loads all lists and searches again. */
export async function reloadLists(client: QueryClient) {
  void client.invalidateQueries(searches);
  void client.invalidateQueries(messageSearches);
  await client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
}

export async function setConversations(client: QueryClient, change: ReturnType<typeof withConversation>) {
  await client.cancelQueries({ queryKey: conversationsQuery.queryKey });
  client.setQueryData(conversationsQuery.queryKey, change);
}

export async function removeFromLists(client: QueryClient, sessionId: string) {
  await setConversations(client, withoutConversation(sessionId));
  client.setQueriesData<ChatSession[]>(searches, (found) => found?.filter((each) => each.sessionId !== sessionId));
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

/** Moves a conversation to the top of the list, or back to its day. */
export function usePin({ sessionId }: ChatSession) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(sessionId),
    mutationFn: (pinned: boolean) =>
      call('POST /api/chat/session/{sessionId}/update', {
        params: { sessionId },
        body: { title: null, memorySize: null, modelCode: null, pinned },
      }),
    onSuccess: async (conversation) => {
      await setConversations(client, withConversation(conversation));
      void client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
      void client.invalidateQueries(searches);
    },
  });
}

/**
 * Deletes a conversation by an optimistic update: it leaves the cached lists at once, and comes back if the call fails.
 */
export function useDeleteConversation({ sessionId }: ChatSession) {
  const client = useQueryClient();
  return useMutation({
    ...inSequence(sessionId),
    mutationFn: (conversation: ChatSession) =>
      call('POST /api/chat/session/{sessionId}/delete', { params: { sessionId: conversation.sessionId } }),
    onMutate: () => removeFromLists(client, sessionId),
    onSuccess: async () => {
      client.removeQueries({ queryKey: conversationQuery(sessionId).queryKey });
      // A page that was read before the deletion may have brought the conversation back.
      await setConversations(client, withoutConversation(sessionId));
    },
    onError: () => client.invalidateQueries({ queryKey: conversationsQuery.queryKey }),
    onSettled: () => {
      void client.invalidateQueries(searches);
      void client.invalidateQueries(messageSearches);
    },
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
