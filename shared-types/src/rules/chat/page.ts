import { conversationIdOf } from '../message-status.ts';
import { withoutTitle } from './find-messages.ts';

/** Returns the address of the page of all conversations with what a search finds in them. */
export const searchPage = (search: string) => `/chat/session?${new URLSearchParams({ search }).toString()}`;

/** Returns the address of a message in its conversation, where the words of a search are marked. */
export function messagePage(sessionMessageId: string, search: string) {
  const query = {
    sessionId: conversationIdOf(sessionMessageId),
    find: withoutTitle(search),
    message: sessionMessageId,
  };
  return `/chat?${new URLSearchParams(query).toString()}`;
}
