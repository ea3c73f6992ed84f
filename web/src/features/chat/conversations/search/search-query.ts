import { infiniteQueryOptions } from '@tanstack/react-query';
import type { FoundMessage } from 'shared-types/contract/chat/search';
import { call } from '../../../../api/call.ts';
import { continueInterval } from '../../../../api/query-client.ts';

interface PageRequest {
  /** The last message of the previous page; null requests the first page. */
  pageParam: FoundMessage | null;
  signal: AbortSignal;
}

const fetchPage = (text: string, { pageParam, signal }: PageRequest) =>
  call('GET /api/chat/session/message/search', {
    query: {
      text,
      ...(pageParam && { lastSessionMessageId: pageParam.sessionMessageId, lastCreateTime: pageParam.createTime }),
    },
    signal,
  });
type Page = Awaited<ReturnType<typeof fetchPage>>;

/** Loads one's own messages with all words of a text, newest first. */
export const messageSearchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'found', text],
    queryFn: (request: PageRequest) => fetchPage(text, request),
    initialPageParam: null,
    getNextPageParam: ({ messages }: Page, pages: Page[]) =>
      pages.reduce((sum, page) => sum + page.messages.length, 0) < (pages[0]?.total ?? 0) ? messages.at(-1) : undefined,
    enabled: text !== '',
    refetchInterval: (query) => continueInterval(query, query.state.data?.pages[0]?.remaining),
  });
