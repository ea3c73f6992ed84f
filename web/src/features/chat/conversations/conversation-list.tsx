import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
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
import * as texts from '../messages.ts';

const searchName = 'search';

/** All conversations, the last active first. The search text is in the query string. */
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
    <Page title={texts.conversations}>
      <h1 className="unseen">{texts.conversations}</h1>
      <div className={styles.bar}>
        <NewConversation />
        <SearchField title={searched} onSearch={search} />
      </div>
      {isBlank(searched) ? <AllConversations /> : <SearchResults title={searched} />}
    </Page>
  );
}

export function AllConversations() {
  const { data, error, isPending, refetch, ...next } = useInfiniteQuery(conversationsQuery);
  const pages = data?.pages;
  const conversations = useMemo(() => distinctConversations(pages ?? []), [pages]);
  const end = useRef<HTMLDivElement>(null);
  // The conversation at the cursor was deleted, so the list reloads from its start.
  const isCursorLost = next.isFetchNextPageError && error instanceof ApiError && error.status === 404;
  const loadMore = () => void (isCursorLost ? refetch() : next.fetchNextPage({ cancelRefetch: false }));
  useNearEnd(end, {
    near: () => next.hasNextPage && !next.isFetching && (!error || isCursorLost) && loadMore(),
    far: () => undefined,
  });
  const isEmpty = data && !next.hasNextPage && conversations.length === 0;
  return (
    <>
      {error && !next.isFetchNextPageError && (
        <Failure
          what={data ? texts.couldNotRefreshConversations : texts.couldNotLoadConversations}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <ConversationRows conversations={conversations} />
      <div ref={end} />
      {(isPending || next.isFetchingNextPage) && <Skeleton rows={conversations.length === 0 ? 6 : 2} />}
      {error && next.isFetchNextPageError && !isCursorLost && (
        <Failure what={texts.couldNotLoadMore} error={error} onRetry={loadMore} />
      )}
      {isEmpty && <p className={styles.end}>{texts.noneToShow}</p>}
      {data && !next.hasNextPage && conversations.length > 20 && (
        <p className={styles.end}>{texts.countOfConversations(conversations.length)}</p>
      )}
    </>
  );
}

interface SearchFieldProps {
  title: string;
  onSearch: (title: string) => void;
}

/** Searches the conversations by their titles. */
export const SearchField = ({ title, onSearch }: SearchFieldProps) => (
  <input
    type="search"
    data-key="/"
    className={styles.search}
    aria-label={texts.searchByTitle}
    placeholder={texts.searchByTitle}
    autoComplete="off"
    value={title}
    onChange={(event) => onSearch(event.target.value)}
  />
);
