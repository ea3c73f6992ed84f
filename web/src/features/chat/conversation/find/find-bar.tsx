import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { maxSearchLength } from 'shared-types/rules/limits';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { useDebounced } from '../../../../lib/use-debounced.ts';
import { formatCount, isBlank } from '../../format.ts';
import { findQuery, reachQuery } from './find-queries.ts';
import styles from './find.module.css';
import { useMarks } from './use-marks.ts';

const none: string[] = [];

const findInConversation = 'Find in this conversation';

/** Finds words in a conversation. The address holds the words and the message, so that a search of all can lead here. */
export default function FindBar({ sessionId }: { sessionId: string }) {
  const [query, setQuery] = useSearchParams();
  const text = query.get('find') ?? '';
  const searched = useDebounced(text.trim());
  const client = useQueryClient();
  const found = useQuery(findQuery(sessionId, searched));
  const ids = found.data?.sessionMessageIds ?? none;
  const chosen = query.get('message');
  // Without a choice it is the newest one. A search names the newest of many messages, and the map of the branches leads to one
  // without words to find.
  const index = chosen === null ? 0 : ids.indexOf(chosen);
  const current = chosen ?? ids[0];
  const reach = useQuery(reachQuery(client, sessionId, current));
  useMarks(searched, ids, reach.data ? current : undefined);

  const change = (values: Record<string, string | null>) =>
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(values))
          if (value === null) before.delete(name);
          else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const close = () => change({ find: null, message: null });
  /** The ids stand from the newest message to the oldest. */
  const step = (by: number) => {
    const from = index < 0 && by < 0 ? ids.length : index;
    if (ids.length > 0) change({ message: ids[(from + by + ids.length) % ids.length] ?? null });
  };
  const press = ({ key, shiftKey, nativeEvent }: KeyboardEvent) => {
    if (key === 'Escape') close();
    if (key === 'Enter' && !nativeEvent.isComposing) step(shiftKey ? -1 : 1);
  };
  const field = useRef<HTMLInputElement>(null);
  const isFromSearch = useRef(chosen !== null);
  useEffect(() => {
    if (!isFromSearch.current) field.current?.focus();
  }, []);
  return (
    <search className={styles.bar}>
      <input
        ref={field}
        type="search"
        aria-label={findInConversation}
        placeholder={findInConversation}
        autoComplete="off"
        maxLength={maxSearchLength}
        value={text}
        onChange={({ target }) => change({ find: target.value, message: null })}
        onKeyDown={press}
      />
      <output>
        {isBlank(searched)
          ? ''
          : ids.length > 0
            ? index < 0
              ? `${formatCount(ids.length)} found`
              : `${formatCount(ids.length - index)} of ${formatCount(ids.length)}`
            : found.data?.remaining === 0
              ? 'Nothing found'
              : found.error === null && 'Searching…'}
      </output>
      <div className={styles.buttons}>
        <Button aria-disabled={ids.length < 2} onClick={() => step(1)}>
          Previous
        </Button>
        <Button aria-disabled={ids.length < 2} onClick={() => step(-1)}>
          Next
        </Button>
        <Button onClick={close}>Close</Button>
      </div>
      {found.error !== null && (
        <Failure what="Could not search this conversation." error={found.error} onRetry={() => void found.refetch()} />
      )}
      {reach.error !== null && (
        <Failure what="Could not load the message." error={reach.error} onRetry={() => void reach.refetch()} />
      )}
    </search>
  );
}
