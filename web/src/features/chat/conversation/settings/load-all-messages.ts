import type { ChatMessage } from 'shared-types/contract/chat';
import { call } from '../../../../api/call.ts';
import { chronological } from '../messages/message-pages.ts';

/** Loads a conversation page by page, for a file. The oldest message comes first. */
export async function loadAllMessages(sessionId: string, signal: AbortSignal, onProgress: (loaded: number) => void) {
  const pages: ChatMessage[][] = [];
  let cursor: string | undefined;
  for (;;) {
    const page: ChatMessage[] = await call('GET /api/chat/session/message/list', {
      query: { sessionId, ...(cursor !== undefined && { lastSessionMessageId: cursor }) },
      signal,
    });
    cursor = page.at(-1)?.sessionMessageId;
    if (cursor === undefined) return chronological(pages);
    pages.push(page);
    onProgress(pages.reduce((sum, { length }) => sum + length, 0));
  }
}
