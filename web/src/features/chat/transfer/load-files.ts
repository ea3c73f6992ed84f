import type { ChatMessage } from 'shared-types/contract/chat';
import type { ChatFile } from 'shared-types/contract/chat/files';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';

interface LoadedFile {
  file: ChatFile;
  /** Undefined for a file that could not be loaded. */
  bytes: Uint8Array | undefined;
}

/** Loads the files of a message one after the other. */
export async function* loadFiles(
  { sessionMessageId, files = [] }: ChatMessage,
  signal: AbortSignal,
): AsyncGenerator<LoadedFile> {
  if (files.length === 0) return;
  const addresses = await call('GET /api/chat/session/message/{sessionMessageId}/files', {
    params: { sessionMessageId },
    signal,
  }).catch((error: unknown) => {
    // The conversation was deleted since its messages were loaded.
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  });
  for (const file of files) {
    const url = addresses.find(({ fileId }) => fileId === file.fileId)?.url;
    yield { file, bytes: url === undefined ? undefined : await load(url, signal) };
  }
}

async function load(url: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    // A picture that the browser has shown is in its cache without the header that lets a page read it.
    const response = await fetch(url, { signal, cache: 'no-store' });
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
