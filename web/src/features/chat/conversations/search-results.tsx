import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { conversationSearchQuery } from '../queries.ts';
import styles from './conversation-list.module.css';
import { ConversationRows } from './conversation-rows.tsx';

/** Whoever types is not done yet. */
const pauseMs = 250;
/** The server finds no more. */
const maxResults = 50;

/** The conversations whose title contains a text. */
export function SearchResults({ title }: { title: string }) {
  const asked = useDebounced(title.trim());
  const { data, error, isPending, refetch } = useQuery({
    ...conversationSearchQuery(asked),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {error && <Failure what="The sessions could not be searched." error={error} onRetry={() => void refetch()} />}
      <ConversationRows sessions={data ?? []} />
      {isPending && <Skeleton rows={3} />}
      <output className={styles.end}>
        {data?.length === 0 && 'No title contains this.'}
        {data && data.length >= maxResults && `The first ${maxResults}: a longer text finds fewer.`}
      </output>
    </>
  );
}

function useDebounced(value: string) {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
