import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../../../api/api-error.ts';
import { isUnauthenticated } from '../../../../api/sign-in.ts';
import { readyMessage } from '../bookmarklet.ts';
import { type AnsweredToExtension, type ExtensionAnswer, isOwnMessage } from './protocol.ts';
import { describeResult, type HandInResult } from '../hand-in-results.tsx';
import { pagesToHandInQuery, useHandIn } from '../queries.ts';
import { readPosted } from '../bring/use-posted-page.ts';
import type { BrowserPage } from '../saved-pages/read-file.ts';

/**
 * Answers the browser extension, with the session of the user. Its content script posts from within this window, so no other
 * site can ask; the user has confirmed in the extension. Returns the results of the pages that it has handed in, newest first.
 */
export function useExtension(): HandInResult[] {
  const client = useQueryClient();
  const { mutateAsync } = useHandIn();
  const [results, setResults] = useState<HandInResult[]>([]);
  useEffect(() => {
    async function answer(request: ReadRequest): Promise<ExtensionAnswer> {
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
    async function respond({ id, request }: { id: string; request: ReadRequest }) {
      const message: AnsweredToExtension = { answersExtension: id, answer: await answer(request).catch(failureOf) };
      window.postMessage(message, location.origin);
    }
    const listener = (event: MessageEvent<unknown>) => {
      const asked = isOwnMessage(event) ? readAsked(event.data) : undefined;
      if (asked) void respond(asked);
    };
    window.addEventListener('message', listener);
    // The extension's content script waits for this.
    window.postMessage(readyMessage, location.origin);
    return () => window.removeEventListener('message', listener);
  }, [client, mutateAsync]);
  return results;
}

const failureOf = (error: unknown): ExtensionAnswer =>
  isUnauthenticated(error) ? { kind: 'signedOut' } : { kind: 'failed', reason: errorMessage(error) };

type ReadRequest = { kind: 'pages' } | { kind: 'handIn'; page: BrowserPage };

function readAsked(data: unknown): { id: string; request: ReadRequest } | undefined {
  if (typeof data !== 'object' || data === null || !('extensionAsks' in data && 'request' in data)) return undefined;
  const { extensionAsks: id, request } = data;
  if (typeof id !== 'string' || typeof request !== 'object' || request === null || !('kind' in request))
    return undefined;
  if (request.kind === 'pages') return { id, request: { kind: 'pages' } };
  const page = request.kind === 'handIn' && 'page' in request ? readPosted(request.page) : undefined;
  return page && { id, request: { kind: 'handIn', page } };
}
