import type { InfiniteData } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';

type Pages<Cursor> = InfiniteData<ChatSession[], Cursor> | undefined;

/** Removes duplicates: a conversation that becomes active during pagination moves to the top and appears again. */
export function distinctConversations(pages: ChatSession[][]): ChatSession[] {
  const byId = new Map<string, ChatSession>();
  for (const conversation of pages.flat())
    if (!byId.has(conversation.sessionId)) byId.set(conversation.sessionId, conversation);
  return [...byId.values()];
}

export const withConversation =
  (conversation: ChatSession) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data && {
      ...data,
      pages: data.pages.map((page) =>
        page.map((each) => (each.sessionId === conversation.sessionId ? conversation : each)),
      ),
    };

/** May leave an empty page in the cache, which does not end the list. */
export const withoutConversation =
  (sessionId: string) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data && { ...data, pages: data.pages.map((page) => page.filter((each) => each.sessionId !== sessionId)) };

export const withConversationFirst =
  (conversation: ChatSession) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data && { ...data, pages: data.pages.map((page, index) => (index === 0 ? [conversation, ...page] : page)) };
