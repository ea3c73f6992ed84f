import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { ChatModel, ChatSession } from 'shared-types/contract/chat';
import type { Persona } from 'shared-types/contract/chat/personas';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { retried } from '../../../api/retry.ts';
import { loadAllMessages } from '../conversation/settings/load-all-messages.ts';
import { endOfPage } from '../queries.ts';
import { personasFile } from './export-file.ts';
import { fileLoader } from './load-files.ts';
import { folderOf, pathInZip } from './path-in-zip.ts';
import { transcriptFile } from '../conversation/settings/transcript.ts';

async function* pagesOfConversations(signal: AbortSignal): AsyncGenerator<ChatSession[]> {
  for (let end: ReturnType<typeof endOfPage>; ;) {
    const query = end;
    const page: ChatSession[] = await retried(
      () => call('GET /api/chat/session/list', { ...(query && { query }), signal }),
      signal,
    );
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
    retried(() => call('GET /api/chat/session/{sessionId}', { params: { sessionId }, signal }), signal),
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

/** A zip that grows while its conversations are loaded. An export that has stopped goes on with the same one. */
export function exportZip() {
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  const names = new Set<string>();
  return {
    /** The conversations that are in it, some without their files. */
    begun: new Set<string>(),
    /** Those that are in it with all their files that could be loaded. */
    done: new Set<string>(),
    /** The number of the files of questions that are in it. */
    files: 0,
    /** The places of the files that could not be loaded, each with the id of its conversation. */
    missing: new Map<string, string>(),
    /** The title of the conversation that is loaded. */
    current: '',
    has: (name: string) => names.has(name),
    /** Pictures and PDFs are compressed already. */
    add(name: string, content: string | Uint8Array, mtime: number) {
      const isText = typeof content === 'string';
      const file = isText ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
      names.add(name);
      file.mtime = Math.max(mtime, minZipTimeMs);
      zip.add(file);
      file.push(isText ? strToU8(content) : content, true);
      // A browser may keep the bytes of a blob on the disk.
      parts.push(new Blob(chunks));
      chunks = [];
    },
    end() {
      zip.end();
      return new Blob([...parts, ...chunks], { type: 'application/zip' });
    },
  };
}
export type ExportZip = ReturnType<typeof exportZip>;

interface ExportOptions {
  personas?: readonly Persona[];
  zip?: ExportZip;
}

/** Makes a zip of conversations, each as JSON and as Markdown, with the files of its questions, and of personas. */
export async function runExport(
  conversations: Iterable<ChatSession> | AsyncIterable<ChatSession>,
  models: readonly ChatModel[],
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
  { personas = [], zip = exportZip() }: ExportOptions = {},
): Promise<Blob> {
  const loadFiles = fileLoader(signal);
  const tell = () => onProgress({ conversations: zip.done.size, files: zip.files, missingFiles: zip.missing.size });
  if (personas.length > 0 && !zip.has(personasFile))
    zip.add(personasFile, JSON.stringify(personas, null, 2), Date.now());
  for await (const listed of conversations) {
    const { sessionId } = listed;
    // The connection may have been lost at the last file of a conversation, and be back.
    if (zip.done.has(sessionId) && ![...zip.missing.values()].includes(sessionId)) continue;
    zip.current = listed.title;
    const whole = await wholeOf(listed, signal);
    if (!whole) continue;
    const [conversation, messages] = whole;
    // An export that has stopped at a file of it goes on with its files.
    if (!zip.begun.has(sessionId))
      for (const format of ['JSON', 'Markdown'] as const) {
        const { name, text } = transcriptFile(format, { conversation, messages }, models);
        zip.add(`${format.toLowerCase()}/${folderOf(sessionId)}-${name}`, text, conversation.updateTime);
      }
    zip.begun.add(sessionId);
    for (const message of messages) {
      const unknown = message.files?.filter((file) => !zip.has(pathInZip(sessionId, file)));
      for await (const { file, bytes } of loadFiles({ ...message, files: unknown ?? [] })) {
        const path = pathInZip(sessionId, file);
        if (bytes) {
          zip.add(path, bytes, message.createTime);
          zip.files += 1;
          zip.missing.delete(path);
        } else zip.missing.set(path, sessionId);
        tell();
      }
    }
    zip.done.add(sessionId);
    tell();
  }
  return zip.end();
}
