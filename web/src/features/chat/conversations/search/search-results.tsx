import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { conversationSearchQuery } from '../../queries.ts';
import styles from '../conversation-list.module.css';
import { ConversationRows } from '../conversation-rows.tsx';
import { FoundMessages } from './found-messages.tsx';
import { useDebounced } from '../../../../lib/use-debounced.ts';

/** The server returns at most this many. */
const maxResults = 50;

/** The conversations whose title contains the search text, and below them the messages that have its words. */
export default function SearchResults({ searched }: { searched: string }) {
  const text = useDebounced(searched.trim());
  const { data, error, isPending, refetch } = useQuery({
    ...conversationSearchQuery(text),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {error && <Failure what="Could not search the conversations." error={error} onRetry={() => void refetch()} />}
      <ConversationRows conversations={data ?? []} hasMore={false} />
      {isPending && <Skeleton rows={3} />}
      <output className={styles.end}>
        {data?.length === 0 && 'No matching titles.'}
        {data && data.length >= maxResults && `Showing the first ${maxResults}. Type more to narrow them down.`}
      </output>
      <FoundMessages text={text} />
    </>
  );
}
