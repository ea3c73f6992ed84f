import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isUnread } from 'shared-types/rules/house';
import { useNow } from '../../../lib/use-now.ts';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { refreshStatusQuery } from '../queries.ts';
import { useRefreshAll } from '../refresh/mutations.ts';
import { refreshNoteId, RefreshLine, RefreshStatusLine } from '../refresh/refresh-status.tsx';
import type { LoadedHouses, Loading } from './load-unread.ts';
import { describeUnreadBelow } from './texts.ts';
import styles from './toolbar.module.css';

/** A note disappears after this time. */
const noteMs = 5_000;

interface ToolbarProps {
  loaded: LoadedHouses;
  /** The pages that 'read all' may load. */
  loading: Loading;
  /** The order and the filters. */
  children: ReactNode;
}

/** Counts the unread houses of a list, loaded or not. Undefined: a filter makes it unknown. */
const countUnread = ({ shown, below }: LoadedHouses) =>
  below === undefined ? undefined : below + shown.filter(isUnread).length;

/** The number is that of the houses which it marks, where it is known before. */
const labelOfReadAll = (count: number | undefined) => (count ? `read all ${count}` : 'read all');

/** The heading of the list with its buttons and the state of the refresh. */
export function Toolbar({ loaded, loading, children }: ToolbarProps) {
  const refreshAll = useRefreshAll();
  const { data: status } = useQuery(refreshStatusQuery);
  const isPaused = (status?.blockedUntil ?? 0) > useNow();
  const cannotRefresh = refreshAll.isPending || isPaused;
  const client = useQueryClient();
  const [hasFoundNone, noteNone] = useTimedFlag(noteMs);
  const readAll = useMutation({
    mutationFn: async (from: LoadedHouses) => (await import('./mark-all.ts')).readAll(client, from, loading),
    onSuccess: (result) => result === 'none' && noteNone(),
  });
  const isLoadingMore = readAll.isPending && (loading.takesAll || !readAll.variables.shown.some(isUnread));
  const hasUnread = loaded.shown.some(isUnread);
  const canRead = (hasUnread || loaded.below !== 0) && !isLoadingMore;
  const read = () => readAll.mutate(loaded);
  const note = isLoadingMore
    ? 'Loading more…'
    : hasFoundNone
      ? 'No unread houses found'
      : !hasUnread && loaded.below
        ? describeUnreadBelow(loaded.below)
        : undefined;
  return (
    <div className={styles.top}>
      <div className={styles.toolbar}>
        <h2 id="houses">Houses</h2>
        <RefreshStatusLine note={note} />
        <div className={styles.buttons}>
          {/* `disabled` would take the focus away from the button that was just pressed. */}
          <Button aria-disabled={!canRead} aria-busy={isLoadingMore} onClick={() => canRead && read()}>
            {labelOfReadAll(loading.takesAll ? countUnread(loaded) : undefined)}
          </Button>
          <Button
            aria-busy={refreshAll.isPending}
            aria-disabled={isPaused}
            aria-describedby={isPaused ? refreshNoteId : undefined}
            onClick={() => cannotRefresh || refreshAll.mutate()}
          >
            refresh all
          </Button>
        </div>
      </div>
      {children}
      <RefreshLine />
      <output className="unseen">{note}</output>
      {readAll.isError && <Failure what="Could not mark all as read." error={readAll.error} onRetry={read} />}
      {refreshAll.isError && (
        <Failure what="Could not start a refresh." error={refreshAll.error} onRetry={() => refreshAll.mutate()} />
      )}
    </div>
  );
}
