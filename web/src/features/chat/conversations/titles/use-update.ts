import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';
import { call } from '../../../../api/call.ts';
import { conversationQuery, modelsQuery } from '../../queries.ts';
import { withConversation } from '../conversation-pages.ts';
import { searches, setConversations } from '../mutations.ts';

/** A change of a conversation. Null keeps the value. */
export interface ConversationChange {
  title: string | null;
  memorySize: number | null;
  modelCode: string | null;
  /** `default` is the model's own. */
  effort?: NonNullable<ChatSession['effort']> | 'default';
  webSearch?: boolean;
  systemPrompt?: string;
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
