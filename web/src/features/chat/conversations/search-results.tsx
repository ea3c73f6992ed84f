import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { conversationSearchQuery } from '../queries.ts';
import styles from './conversation-list.module.css';
import { ConversationRows } from './conversation-rows.tsx';
import * as texts from '../messages.ts';

const debounceMs = 250;
/** The server returns at most this many. */
const maxResults = 50;

/** The conversations whose title contains the search text. */
export function SearchResults({ title }: { title: string }) {
  const searched = useDebounced(title.trim());
  const { data, error, isPending, refetch } = useQuery({
    ...conversationSearchQuery(searched),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {error && <Failure what={texts.couldNotSearchConversations} error={error} onRetry={() => void refetch()} />}
      <ConversationRows conversations={data ?? []} />
      {isPending && <Skeleton rows={3} />}
      <output className={styles.end}>
        {data?.length === 0 && texts.noMatchingConversations}
        {data && data.length >= maxResults && texts.showingFirst(maxResults)}
      </output>
    </>
  );
}

function useDebounced(value: string) {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
