import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { messagesQuery } from '../../queries.ts';
import { findMessage } from '../messages/message-pages.ts';

/** Loads older messages until this one is in the list, hundreds in a call. Returns false if the list ends before. */
export async function loadUntil(client: QueryClient, sessionId: string, sessionMessageId: string): Promise<boolean> {
  const query = messagesQuery(sessionId);
  let { pages } = client.getQueryData(query.queryKey) ?? (await client.fetchInfiniteQuery(query));
  while (!findMessage(pages, sessionMessageId)) {
    const lastSessionMessageId = pages.at(-1)?.at(-1)?.sessionMessageId;
    if (lastSessionMessageId === undefined) return false;
    const page = await call('GET /api/chat/session/message/list', {
      query: { sessionId, lastSessionMessageId, untilSessionMessageId: sessionMessageId },
    });
    // A page that is under way would be added to the list as it was before this one.
    await client.cancelQueries({ queryKey: query.queryKey });
    client.setQueryData(
      query.queryKey,
      (data) => data && { pages: [...data.pages, page], pageParams: [...data.pageParams, lastSessionMessageId] },
    );
    pages = client.getQueryData(query.queryKey)?.pages ?? [];
  }
  return true;
}
