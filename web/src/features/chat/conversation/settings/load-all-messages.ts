import type { AnswerVersion, ChatMessage } from 'shared-types/contract/chat';
import { call } from '../../../../api/call.ts';
import { retried } from '../../../../api/retry.ts';
import { chronological } from '../messages/message-pages.ts';

/** A message with the versions of an answer that are not shown, as a file has it. */
export interface WholeMessage extends ChatMessage {
  otherVersions?: AnswerVersion[];
}

/** Loads a conversation page by page, for a file. The oldest message comes first. */
export async function loadAllMessages(
  sessionId: string,
  signal: AbortSignal,
  onProgress: (loaded: number) => void,
): Promise<WholeMessage[]> {
  const pages: ChatMessage[][] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { sessionId, ...(cursor !== undefined && { lastSessionMessageId: cursor }) };
    const page: ChatMessage[] = await retried(
      () => call('GET /api/chat/session/message/list', { query, signal }),
      signal,
    );
    cursor = page.at(-1)?.sessionMessageId;
    if (cursor === undefined) return withVersions(chronological(pages), signal);
    pages.push(page);
    onProgress(pages.reduce((sum, { length }) => sum + length, 0));
  }
}

async function withVersions(messages: readonly ChatMessage[], signal: AbortSignal): Promise<WholeMessage[]> {
  const whole: WholeMessage[] = [];
  for (const message of messages) {
    const { sessionMessageId, versions = [] } = message;
    const read = () => call('GET /api/chat/versions', { query: { sessionMessageId }, signal });
    const others = versions.length > 1 && (await retried(read, signal));
    whole.push(others && others.length > 0 ? { ...message, otherVersions: others } : message);
  }
  return whole;
}
