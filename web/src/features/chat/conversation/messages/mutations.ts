import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import type { OutgoingFile } from '../files/attachment.ts';
import { getChoices } from '../../../../lib/preferences/preferences.ts';
import { tellStale } from '../../../../lib/tab/stale-data.ts';
import { exchangeOf, withExchange } from './message-pages.ts';
import {
  messagesQuery,
  modelsQuery,
  newestMessagesQuery,
  conversationQuery,
  reloadConversations,
} from '../../queries.ts';
import { serverNow } from '../../../../lib/server-clock.ts';

/** The server accepts a message once for each idempotency key. */
export interface OutgoingMessage {
  text: string;
  idempotencyKey: string;
  files?: OutgoingFile[];
}

/** The server knows everything about a file but its name. */
const asBody = <Message extends OutgoingMessage>({ files, ...message }: Message) => ({
  ...message,
  ...(files && { files: files.map(({ fileId, name, textFileId }) => ({ fileId, name, textFileId })) }),
});

export function useSendMessage(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: OutgoingMessage) =>
      call('POST /api/chat/session/message/create', { query: { sessionId }, body: asBody(body) }),
    onSuccess: async (accepted, sent) => {
      await client.cancelQueries({ queryKey: newestMessagesQuery(sessionId).queryKey });
      client.setQueryData(messagesQuery(sessionId).queryKey, withExchange(exchangeOf(accepted, sent, serverNow())));
      tellStale(newestMessagesQuery(sessionId));
      void reloadConversations(client);
    },
  });
}

/** Starts a conversation with its first message, and fills the cache for the page that shows it. */
export function useStartConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: OutgoingMessage & { modelCode?: string; personaId?: string }) =>
      call('POST /api/chat/session/create_with_message', {
        body: { ...asBody(body), ...(!getChoices().titlesByModel && { titleByModel: false }) },
      }),
    onSuccess: ({ session, ...accepted }, sent) => {
      const exchange = exchangeOf(accepted, sent, serverNow());
      const { sessionId } = session;
      client.setQueryData(conversationQuery(sessionId).queryKey, session);
      client.setQueryData(newestMessagesQuery(sessionId).queryKey, exchange);
      client.setQueryData(messagesQuery(sessionId).queryKey, { pages: [exchange], pageParams: [null] });
      void client.invalidateQueries({ queryKey: modelsQuery.queryKey });
      void reloadConversations(client);
    },
  });
}
