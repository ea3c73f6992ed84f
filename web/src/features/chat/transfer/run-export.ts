import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { ChatModel, ChatSession } from 'shared-types/contract/chat';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { loadAllMessages } from '../conversation/settings/load-all-messages.ts';
import { endOfPage } from '../queries.ts';
import { transcriptFile } from '../conversation/settings/transcript.ts';

/** Loads all conversations, page by page. */
export async function* allConversations(signal: AbortSignal): AsyncGenerator<ChatSession> {
  const seen = new Set<string>();
  for (let end: ReturnType<typeof endOfPage>; ;) {
    const page: ChatSession[] = await call('GET /api/chat/session/list', { ...(end && { query: end }), signal });
    end = endOfPage(page);
    if (!end) return;
    // A conversation that gets a message meanwhile moves in the list.
    for (const conversation of page) if (!seen.has(conversation.sessionId)) yield conversation;
    for (const { sessionId } of page) seen.add(sessionId);
  }
}

/**
 * A date in a zip counts its years from 1980, and fflate throws for an earlier one (MS-DOS date and time, APPNOTE.TXT of PKWARE,
 * 4.4.6). An imported conversation without a time has that of 1970. The second day is in 1980 in all time zones.
 */
const minZipTimeMs = Date.UTC(1980, 0, 2);

/** Resolves to undefined for a conversation that was deleted meanwhile. */
const messagesOf = ({ sessionId }: ChatSession, signal: AbortSignal) =>
  loadAllMessages(sessionId, signal, () => {}).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });

/** Makes a zip of conversations, each as JSON and as Markdown. The zip grows while they are loaded. */
export async function runExport(
  conversations: Iterable<ChatSession> | AsyncIterable<ChatSession>,
  models: readonly ChatModel[],
  signal: AbortSignal,
  onProgress: (conversations: number) => void,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  const add = (name: string, text: string, mtime: number) => {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = Math.max(mtime, minZipTimeMs);
    zip.add(file);
    file.push(strToU8(text), true);
  };
  let count = 0;
  for await (const conversation of conversations) {
    const messages = await messagesOf(conversation, signal);
    if (!messages) continue;
    for (const format of ['JSON', 'Markdown'] as const) {
      const { name, text } = transcriptFile(format, { conversation, messages }, models);
      // Two conversations may have one title.
      add(`${format.toLowerCase()}/${conversation.sessionId.slice(-6)}-${name}`, text, conversation.updateTime);
    }
    onProgress((count += 1));
  }
  zip.end();
  return new Blob(chunks, { type: 'application/zip' });
}
