import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.ts';
import { Page } from '../../../layout/page.tsx';
import { useNearEnd } from '../../../lib/use-near-end.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SearchResults } from './search-results.tsx';
import { NewConversation } from './new-conversation.tsx';
import { conversationsQuery } from '../queries.ts';
import styles from './conversation-list.module.css';
import { ConversationRows } from './conversation-rows.tsx';
import { distinctConversations } from './conversation-pages.ts';
import { isBlank } from '../format.ts';

const searchName = 'search';

/** All conversations, last active first. What one searches for is in the address. */
export function ConversationList() {
  const [query, setQuery] = useSearchParams();
  const searched = query.get(searchName) ?? '';
  const search = (title: string) =>
    setQuery(
      (before) => {
        if (title === '') before.delete(searchName);
        else before.set(searchName, title);
        return before;
      },
      { replace: true },
    );
  return (
    <Page title="Sessions">
      <h1 className="unseen">Sessions</h1>
      <div className={styles.bar}>
        <NewConversation />
        <input
          type="search"
          className={styles.search}
          aria-label="Search by title"
          placeholder="Search by title"
          autoComplete="off"
          value={searched}
          onChange={(event) => search(event.target.value)}
        />
      </div>
      {isBlank(searched) ? <AllConversations /> : <SearchResults title={searched} />}
    </Page>
  );
}

function AllConversations() {
  const { data, error, isPending, refetch, ...next } = useInfiniteQuery(conversationsQuery);
  const pages = data?.pages;
  const sessions = useMemo(() => distinctConversations(pages ?? []), [pages]);
  const end = useRef<HTMLDivElement>(null);
  const [deleted, setDeleted] = useState(0);
  // Where the list went on may be gone: then it starts over.
  const isLost = next.isFetchNextPageError && error instanceof ApiError && error.status === 404;
  const loadMore = () => void (isLost ? refetch() : next.fetchNextPage({ cancelRefetch: false }));
  useNearEnd(end, {
    near: () => next.hasNextPage && !next.isFetching && (!error || isLost) && loadMore(),
    far: () => undefined,
  });
  const isEmpty = data && !next.hasNextPage && sessions.length === 0 && deleted === 0;
  return (
    <>
      {error && !next.isFetchNextPageError && (
        <Failure
          what={data ? 'The sessions could not be loaded again.' : 'The sessions could not be loaded.'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ConversationRows sessions={sessions} onGone={setDeleted} />
      <div ref={end} />
      {(isPending || next.isFetchingNextPage) && <Skeleton rows={sessions.length === 0 ? 6 : 2} />}
      {error && next.isFetchNextPageError && !isLost && (
        <Failure what="More sessions could not be loaded." error={error} onRetry={loadMore} />
      )}
      {isEmpty && <p className={styles.end}>No conversation yet: 'New' begins one, and so does the first message.</p>}
      {data && !next.hasNextPage && sessions.length > 20 && (
        <p className={styles.end}>That is all: {sessions.length} sessions.</p>
      )}
    </>
  );
}
