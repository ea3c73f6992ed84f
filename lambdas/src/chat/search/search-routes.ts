import type { searchApi } from 'shared-types/contract/chat/search';
import type { Routes } from '../../platform/http/http-handler.ts';
import { messageSearch, type SearchPorts } from './search-messages.ts';

export function searchRoutes(ports: SearchPorts): Routes<typeof searchApi> {
  const search = messageSearch(ports);
  return {
    searchMessages: ({ query: { text, lastSessionMessageId }, user: { userId } }) =>
      search.findMessages(userId, text, lastSessionMessageId),

    findInSession: ({ params: { sessionId }, query: { text }, user: { userId } }) =>
      search.findInConversation(userId, sessionId, text),
  };
}
