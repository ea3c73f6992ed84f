import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useNearEnd } from '../../../lib/use-near-end.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { isBlank } from '../format.ts';
import { conversationsQuery } from '../queries.ts';
import styles from './conversation-list.module.css';
import { ConversationRows } from './conversation-rows.tsx';
import { distinctConversations } from './conversation-pages.ts';

const SearchResults = onDemand(() => import('./search/search-results.tsx'));

/** Shows what a search finds, or all conversations. */
export const Conversations = ({ searched }: { searched: string }) =>
  isBlank(searched) ? (
    <AllConversations />
  ) : (
    <LazyPart loading={<Skeleton rows={3} />}>
      <SearchResults searched={searched} />
    </LazyPart>
  );

/** All conversations, the last active first. */
function AllConversations() {
  const { data, error, isPending, refetch, ...next } = useInfiniteQuery(conversationsQuery);
  const pages = data?.pages;
  const conversations = useMemo(() => distinctConversations(pages ?? []), [pages]);
  const end = useRef<HTMLDivElement>(null);
  const loadMore = () => void next.fetchNextPage({ cancelRefetch: false });
  useNearEnd(end, {
    near: () => next.hasNextPage && !next.isFetching && !error && loadMore(),
    far: () => undefined,
  });
  const isEmpty = data && !next.hasNextPage && conversations.length === 0;
  return (
    <>
      {error && !next.isFetchNextPageError && (
        <Failure
          what={data ? 'Could not refresh the conversations.' : 'Could not load the conversations.'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ConversationRows conversations={conversations} hasMore={next.hasNextPage} />
      <div ref={end} />
      {(isPending || next.isFetchingNextPage) && <Skeleton rows={conversations.length === 0 ? 6 : 2} />}
      {error && next.isFetchNextPageError && (
        <Failure what="Could not load more conversations." error={error} onRetry={loadMore} />
      )}
      {isEmpty && <p className={styles.end}>No conversations yet. Send a message in Chat to start one.</p>}
      {data && !next.hasNextPage && conversations.length > 20 && (
        <p className={styles.end}>{`${conversations.length} conversations`}</p>
      )}
    </>
  );
}

interface SearchFieldProps {
  title: string;
  onSearch: (title: string) => void;
}

const searchConversations = 'Search conversations';

/** Searches the conversations by their titles and messages. */
export const SearchField = ({ title, onSearch }: SearchFieldProps) => (
  <input
    type="search"
    data-key="/"
    className={styles.search}
    dir="auto"
    aria-label={searchConversations}
    placeholder={searchConversations}
    autoComplete="off"
    value={title}
    onChange={(event) => onSearch(event.target.value)}
  />
);
