import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isUnread } from 'shared-types/rules/house';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { offerUndo } from '../../../ui/toasts/toasts.ts';
import { useRefreshAll } from '../refresh/mutations.ts';
import { RefreshProgress, RefreshStatusLine } from '../refresh/refresh-status.tsx';
import type { LoadedHouses } from './load-unread.ts';
import { describeMarked, describeUnreadBelow } from './messages.ts';
import styles from './toolbar.module.css';
import * as texts from './messages.ts';

const markAll = () => import('./mark-all.ts');

/** A note disappears after this time. */
const noteMs = 5_000;

interface ToolbarProps {
  loaded: LoadedHouses;
  /** Loads the next page of the list and returns all that is loaded then. */
  loadNextPage: () => Promise<LoadedHouses>;
  /** 'read all' loads at most this many pages. */
  maxPages: number;
  /** The order and the filters. */
  children: ReactNode;
}

/** The heading of the list with its buttons and the state of the refresh. */
export function Toolbar({ loaded, loadNextPage, maxPages, children }: ToolbarProps) {
  const refreshAll = useRefreshAll();
  const client = useQueryClient();
  const readAll = useMutation({
    mutationFn: async (houses: LoadedHouses) => (await markAll()).markAllRead(client, houses),
  });
  const loadMore = useMutation({
    mutationFn: async () => {
      const { href } = location;
      const { loadUnread } = await markAll();
      // The user may have left the page or changed the filters meanwhile, and did not mean that list.
      return loadUnread(loaded, loadNextPage, maxPages, () => location.href === href);
    },
  });
  const [hasFoundNone, noteNone] = useTimedFlag(noteMs);
  const hasUnread = loaded.shown.some(isUnread);
  const canRead = (hasUnread || loaded.below !== 0) && !loadMore.isPending;
  const read = (houses: LoadedHouses) => {
    loadMore.reset();
    readAll.mutate(houses, {
      onSuccess: (before, { below }) => {
        offerUndo(describeMarked(before.length, below), async () => (await markAll()).undoMarkAllRead(client, before));
      },
    });
  };
  const mark = () =>
    hasUnread
      ? read(loaded)
      : loadMore.mutate(undefined, {
          onSuccess: (found) => found && (found.shown.some(isUnread) ? read(found) : noteNone()),
        });
  const note = loadMore.isPending
    ? texts.loadingMore
    : hasFoundNone
      ? texts.noUnreadHousesFound
      : !hasUnread && loaded.below
        ? describeUnreadBelow(loaded.below)
        : undefined;
  const readError = readAll.error ?? loadMore.error;
  return (
    <div className={styles.top}>
      <div className={styles.toolbar}>
        <h2 id="houses">{texts.houses}</h2>
        <RefreshStatusLine note={note} />
        <div className={styles.buttons}>
          {/* `disabled` would take the focus away from the button that was just pressed. */}
          <Button aria-disabled={!canRead} aria-busy={loadMore.isPending} onClick={() => canRead && mark()}>
            {texts.readAll}
          </Button>
          <Button aria-busy={refreshAll.isPending} onClick={() => refreshAll.isPending || refreshAll.mutate()}>
            {texts.refreshAll}
          </Button>
        </div>
      </div>
      {children}
      <RefreshProgress />
      <output className="unseen">{note}</output>
      {readError && <Failure what={texts.couldNotMarkAll} error={readError} onRetry={mark} />}
      {refreshAll.isError && (
        <Failure what={texts.couldNotStartRefresh} error={refreshAll.error} onRetry={() => refreshAll.mutate()} />
      )}
    </div>
  );
}
