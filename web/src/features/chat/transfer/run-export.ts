import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { ChatModel, ChatSession } from 'shared-types/contract/chat';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { loadAllMessages } from '../conversation/settings/load-all-messages.ts';
import { endOfPage } from '../queries.ts';
import { loadFiles } from './load-files.ts';
import { folderOf, pathInZip } from './path-in-zip.ts';
import { transcriptFile } from '../conversation/settings/transcript.ts';

async function* pagesOfConversations(signal: AbortSignal): AsyncGenerator<ChatSession[]> {
  for (let end: ReturnType<typeof endOfPage>; ;) {
    const page: ChatSession[] = await call('GET /api/chat/session/list', { ...(end && { query: end }), signal });
    end = endOfPage(page);
    if (!end) return;
    yield page;
  }
}

/**
 * Loads all conversations, page by page. One that gets a message meanwhile moves to the top of the list, above the pages that are
 * still to come, so the list is read again until it has none that is new.
 */
export async function* allConversations(signal: AbortSignal): AsyncGenerator<ChatSession> {
  const seen = new Set<string>();
  for (let before = -1; before < seen.size;) {
    before = seen.size;
    for await (const page of pagesOfConversations(signal))
      for (const conversation of page)
        if (!seen.has(conversation.sessionId)) {
          seen.add(conversation.sessionId);
          yield conversation;
        }
  }
}

/**
 * A date in a zip counts its years from 1980, and fflate throws for an earlier one (MS-DOS date and time, APPNOTE.TXT of PKWARE,
 * 4.4.6). An imported conversation without a time has that of 1970. The second day is in 1980 in all time zones.
 */
const minZipTimeMs = Date.UTC(1980, 0, 2);

/** Resolves to undefined for a conversation that was deleted meanwhile. The list shows no system prompts, so each is asked for. */
const wholeOf = ({ sessionId }: ChatSession, signal: AbortSignal) =>
  Promise.all([
    call('GET /api/chat/session/{sessionId}', { params: { sessionId }, signal }),
    loadAllMessages(sessionId, signal, () => {}),
  ]).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });

export interface ExportProgress {
  conversations: number;
  /** The files of questions that are in the zip. */
  files: number;
  /** The files that could not be loaded, and so are not in the zip. */
  missingFiles: number;
}

export const nothingExported: ExportProgress = { conversations: 0, files: 0, missingFiles: 0 };

/**
 * Makes a zip of conversations, each as JSON and as Markdown, with the files of its questions. The zip grows while they are
 * loaded.
 */
export async function runExport(
  conversations: Iterable<ChatSession> | AsyncIterable<ChatSession>,
  models: readonly ChatModel[],
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<Blob> {
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  const add = (file: ZipDeflate | ZipPassThrough, bytes: Uint8Array, mtime: number) => {
    file.mtime = Math.max(mtime, minZipTimeMs);
    zip.add(file);
    file.push(bytes, true);
    // A browser may keep the bytes of a blob on the disk.
    parts.push(new Blob(chunks));
    chunks = [];
  };
  const progress = { ...nothingExported };
  for await (const listed of conversations) {
    const whole = await wholeOf(listed, signal);
    if (!whole) continue;
    const [conversation, messages] = whole;
    const { sessionId } = conversation;
    for (const format of ['JSON', 'Markdown'] as const) {
      const { name, text } = transcriptFile(format, { conversation, messages }, models);
      const entry = new ZipDeflate(`${format.toLowerCase()}/${folderOf(sessionId)}-${name}`, { level: 6 });
      add(entry, strToU8(text), conversation.updateTime);
    }
    for (const message of messages)
      for await (const { file, bytes } of loadFiles(message, signal)) {
        // Pictures and PDFs are compressed already.
        if (bytes) add(new ZipPassThrough(pathInZip(sessionId, file)), bytes, message.createTime);
        progress[bytes ? 'files' : 'missingFiles'] += 1;
        onProgress({ ...progress });
      }
    progress.conversations += 1;
    onProgress({ ...progress });
  }
  zip.end();
  return new Blob([...parts, ...chunks], { type: 'application/zip' });
}
