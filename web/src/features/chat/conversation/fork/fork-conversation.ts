import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { withConversationFirst } from '../../conversations/conversation-pages.ts';
import { setConversations } from '../../conversations/mutations.ts';
import { conversationQuery } from '../../queries.ts';

/** Copies the conversation up to a message, or up to a question that a text replaces, and puts the copy at the top of the list. */
export async function forkConversation(
  client: QueryClient,
  fork: { sessionMessageId: string; idempotencyKey: string; text?: string },
) {
  const conversation = await call('POST /api/chat/fork', { body: fork });
  client.setQueryData(conversationQuery(conversation.sessionId).queryKey, conversation);
  await setConversations(client, withConversationFirst(conversation));
  return conversation;
}
