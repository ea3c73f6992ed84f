import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { isTransient } from '../../../../api/api-error.ts';
import { retryAfterErrorMs } from '../../../../lib/slow-connection.ts';
import { chronological } from './message-pages.ts';
import { messagesQuery, newestMessagesQuery } from '../../queries.ts';

/**
 * Returns the loaded messages of a conversation, oldest first, and the status line in the words of the specification.
 */
export function useMessages(sessionId: string) {
  const { data, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = useInfiniteQuery(
    messagesQuery(sessionId),
  );
  useQuery({ ...newestMessagesQuery(sessionId), enabled: data !== undefined });
  const pages = data?.pages;
  const messages = useMemo(() => chronological(pages ?? []), [pages]);
  const retry = () => void (isFetchNextPageError ? fetchNextPage({ cancelRefetch: false }) : refetch());
  useEffect(() => {
    if (!isFetchNextPageError || !isTransient(error)) return undefined;
    const timer = setTimeout(retry, retryAfterErrorMs());
    return () => clearTimeout(timer);
  });
  return {
    messages,
    error,
    /** Nothing of it is here, and nothing speaks against its loading. */
    isUnloaded: data === undefined && (!error || isTransient(error)),
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
