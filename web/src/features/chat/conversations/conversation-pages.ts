import type { InfiniteData } from '@tanstack/react-query';
import type { ChatSession } from 'shared-types/contract/chat';

type Pages<Cursor> = InfiniteData<ChatSession[], Cursor> | undefined;

/** Every session once: one that is used while somebody scrolls moves to the top and is met again. */
export function distinctConversations(pages: ChatSession[][]): ChatSession[] {
  const byId = new Map<string, ChatSession>();
  for (const session of pages.flat()) if (!byId.has(session.sessionId)) byId.set(session.sessionId, session);
  return [...byId.values()];
}

export const withConversation =
  (session: ChatSession) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data && {
      ...data,
      pages: data.pages.map((page) => page.map((each) => (each.sessionId === session.sessionId ? session : each))),
    };

/** A page may become empty here: that is not the end of the list. */
export const withoutConversation =
  (sessionId: string) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data && { ...data, pages: data.pages.map((page) => page.filter((each) => each.sessionId !== sessionId)) };

export const withConversationFirst =
  (session: ChatSession) =>
  <Cursor>(data: Pages<Cursor>): Pages<Cursor> =>
    data && { ...data, pages: data.pages.map((page, index) => (index === 0 ? [session, ...page] : page)) };

/** A session that was deleted a moment ago keeps its place for as long as it can be brought back. */
export interface Gone {
  session: ChatSession;
  index: number;
}

export interface Row {
  session: ChatSession;
  isGone: boolean;
}

/** The rows of the list: those that are there, and those just deleted, each in its old place. */
export function mergeDeletedRows(sessions: ChatSession[], gone: Gone[]): Row[] {
  const isGone = (sessionId: string) => gone.some(({ session }) => session.sessionId === sessionId);
  const rows = sessions.filter(({ sessionId }) => !isGone(sessionId)).map((session) => ({ session, isGone: false }));
  for (const { session, index } of gone) rows.splice(index, 0, { session, isGone: true });
  return rows;
}
