import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { foundSessionsQuery } from '../queries.ts';
import styles from './conversation-list.module.css';
import { SessionRows } from './conversation-rows.tsx';

/** Whoever types is not done yet. */
const pauseMs = 250;
/** The server finds no more. */
const mostFound = 50;

/** The conversations whose title contains a text. */
export function FoundSessions({ title }: { title: string }) {
  const asked = useLater(title.trim());
  const { data, error, isPending, refetch } = useQuery({
    ...foundSessionsQuery(asked),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {error && <Failure what="The sessions could not be searched." error={error} onRetry={() => void refetch()} />}
      <SessionRows sessions={data ?? []} />
      {isPending && <Skeleton rows={3} />}
      <output className={styles.end}>
        {data?.length === 0 && 'No title contains this.'}
        {data && data.length >= mostFound && `The first ${mostFound}: a longer text finds fewer.`}
      </output>
    </>
  );
}

function useLater(value: string) {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
