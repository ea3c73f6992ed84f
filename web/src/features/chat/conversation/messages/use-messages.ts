import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ApiError, isTransient } from '../../../../api/api-error.ts';
import { isSlowConnection } from '../../../../lib/slow-connection.ts';
import { chronological } from './message-pages.ts';
import { messagesQuery, newestMessagesQuery } from '../../queries.ts';

/** What was said in a session, oldest first, as far as it is loaded; and how the loading stands, in the written words. */
export function useMessages(sessionId: string) {
  const { data, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = useInfiniteQuery(
    messagesQuery(sessionId),
  );
  useQuery({ ...newestMessagesQuery(sessionId), enabled: data !== undefined });
  const pages = data?.pages;
  const messages = useMemo(() => chronological(pages ?? []), [pages]);
  // Where the list went on may be gone: then it starts over.
  const isLost = isFetchNextPageError && error instanceof ApiError && error.status === 404;
  const retry = () => void (isFetchNextPageError && !isLost ? fetchNextPage({ cancelRefetch: false }) : refetch());
  useEffect(() => {
    if (!isFetchNextPageError || !(isLost || isTransient(error))) return undefined;
    const timer = setTimeout(retry, isLost ? 0 : isSlowConnection() ? 10_000 : 5_000);
    return () => clearTimeout(timer);
  });
  return {
    messages,
    error,
    retry,
    status: error
      ? 'something went wrong...'
      : isFetching
        ? 'loading more...'
        : hasNextPage
          ? 'scroll to load more'
          : 'no more messages',
    loadOlder: () => {
      if (data && hasNextPage && !isFetching && !error) void fetchNextPage({ cancelRefetch: false });
    },
  };
}
