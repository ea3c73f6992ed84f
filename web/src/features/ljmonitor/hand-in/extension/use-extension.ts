import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../../../api/api-error.ts';
import { isUnauthenticated } from '../../../../api/sign-in.ts';
import { readyMessage } from '../bookmarklet.ts';
import { type ExtensionResponse, isOwnMessage, type MessageToExtension } from './protocol.ts';
import { describeResult, type HandInResult } from '../hand-in-results.tsx';
import { pagesToHandInQuery, useHandIn } from '../queries.ts';
import { readPosted } from '../bring/use-posted-page.ts';
import type { BrowserPage } from '../saved-pages/read-file.ts';

/**
 * Responds to the browser extension, with the session of the user. Its content script posts from within this window, so no other
 * site can ask; the user has confirmed in the extension. Returns the results of the pages that it has handed in, newest first.
 */
export function useExtension(): HandInResult[] {
  const client = useQueryClient();
  const { mutateAsync } = useHandIn();
  const [results, setResults] = useState<HandInResult[]>([]);
  useEffect(() => {
    async function respond(request: ReadRequest): Promise<ExtensionResponse> {
      if (request.kind === 'pages') {
        const { communities } = await client.fetchQuery({ ...pagesToHandInQuery, staleTime: 0 });
        return { kind: 'pages', communities };
      }
      const result = await mutateAsync(request.page);
      const { host, pathname } = new URL(request.page.url);
      const shown = { name: host + pathname, ...describeResult(result) };
      setResults((all) => [{ ...shown, key: crypto.randomUUID() }, ...all]);
      return { kind: 'handedIn', result };
    }
    async function postResponse({ requestId, request }: ReadMessage) {
      const message: MessageToExtension = { requestId, response: await respond(request).catch(failureOf) };
      window.postMessage(message, location.origin);
    }
    const listener = (event: MessageEvent<unknown>) => {
      const message = isOwnMessage(event) ? readMessage(event.data) : undefined;
      if (message) void postResponse(message);
    };
    window.addEventListener('message', listener);
    // The extension's content script waits for this.
    window.postMessage(readyMessage, location.origin);
    return () => window.removeEventListener('message', listener);
  }, [client, mutateAsync]);
  return results;
}

const failureOf = (error: unknown): ExtensionResponse =>
  isUnauthenticated(error) ? { kind: 'signedOut' } : { kind: 'failed', reason: errorMessage(error) };

type ReadRequest = { kind: 'pages' } | { kind: 'handIn'; page: BrowserPage };

interface ReadMessage {
  requestId: string;
  request: ReadRequest;
}

function readMessage(data: unknown): ReadMessage | undefined {
  if (typeof data !== 'object' || data === null || !('requestId' in data && 'request' in data)) return undefined;
  const { requestId, request } = data;
  if (typeof requestId !== 'string' || typeof request !== 'object' || request === null || !('kind' in request))
    return undefined;
  if (request.kind === 'pages') return { requestId, request: { kind: 'pages' } };
  const page = request.kind === 'handIn' && 'page' in request ? readPosted(request.page) : undefined;
  return page && { requestId, request: { kind: 'handIn', page } };
}
