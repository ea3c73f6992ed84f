import type { ChatMessage } from 'shared-types/contract/chat';
import type { ChatFile } from 'shared-types/contract/chat/files';
import { ApiError, noResponse } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { retried } from '../../../api/retry.ts';

interface LoadedFile {
  file: ChatFile;
  /** Undefined for a file that could not be loaded. */
  bytes: Uint8Array | undefined;
}

/** Returns a function that loads the files of a message one after the other. */
export function fileLoader(signal: AbortSignal) {
  /** A bucket that does not know the site's address refuses every file as if there were no connection, so only the first is tried again. */
  let isRefusing = false;

  async function load(url: string): Promise<Uint8Array | undefined> {
    try {
      const bytes = await (isRefusing ? read(url, signal) : retried(() => read(url, signal), signal));
      isRefusing = false;
      return bytes;
    } catch {
      signal.throwIfAborted();
      isRefusing = true;
      return undefined;
    }
  }

  return async function* loadFiles({ sessionMessageId, files = [] }: ChatMessage): AsyncGenerator<LoadedFile> {
    if (files.length === 0) return;
    const params = { sessionMessageId };
    const readAddresses = () => call('GET /api/chat/session/message/{sessionMessageId}/files', { params, signal });
    const addresses = await retried(readAddresses, signal).catch((error: unknown) => {
      // The conversation was deleted since its messages were loaded.
      if (error instanceof ApiError && error.status === 404) return [];
      throw error;
    });
    for (const file of files) {
      const url = addresses.find(({ fileId }) => fileId === file.fileId)?.url;
      yield { file, bytes: url === undefined ? undefined : await load(url) };
    }
  };
}

async function read(url: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  try {
    // A picture that the browser has shown is in its cache without the header that lets a page read it.
    const response = await fetch(url, { signal, cache: 'no-store' });
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    signal.throwIfAborted();
    throw noResponse();
  }
}
