import type { searchApi } from 'shared-types/contract/chat/search';
import type { Routes } from '../../platform/http/http-handler.ts';
import { messageSearch, type SearchPorts } from './search-messages.ts';

export function searchRoutes(ports: SearchPorts): Routes<typeof searchApi> {
  const search = messageSearch(ports);
  return {
    searchMessages({ query: { text, lastSessionMessageId: id, lastCreateTime: createTimeMs }, user: { userId } }) {
      const after = id === undefined || createTimeMs === undefined ? undefined : { id, createTimeMs };
      return search.findMessages(userId, text, after);
    },

    findInSession: ({ params: { sessionId }, query: { text }, user: { userId } }) =>
      search.findInConversation(userId, sessionId, text),
  };
}
