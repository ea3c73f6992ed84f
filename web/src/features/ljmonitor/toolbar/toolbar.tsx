import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isUnread } from 'shared-types/rules/house';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { type LoadedHouses, useMarkAllRead, useRefreshAll, useUndoMarkAllRead } from '../mutations.ts';
import { loadUnread } from './load-unread.ts';
import { RefreshProgress, RefreshStatusLine } from '../refresh/refresh-status.tsx';
import styles from '../houses/houses.module.css';
import { describeUnreadBelow } from '../format.ts';

const undoMs = 5_000;

interface ToolbarProps {
  loaded: LoadedHouses;
  /** Loads one page more of the list, and gives back all that is loaded then. */
  loadOn: () => Promise<LoadedHouses>;
  /** So many pages one press may load. */
  most: number;
  /** How the list is shown. */
  children: ReactNode;
}

/** What can be done with the list as a whole, and how its refresh stands. */
export function Toolbar({ loaded, loadOn, most, children }: ToolbarProps) {
  const refreshAll = useRefreshAll();
  const readAll = useMarkAllRead();
  const undoReadAll = useUndoMarkAllRead();
  const [canUndo, startUndo, endUndo] = useTimedFlag(undoMs);
  const more = useMutation({
    mutationFn: () => {
      const { href } = location;
      // Another list by now, or another page: nobody meant that one.
      return loadUnread(loaded, loadOn, most, () => location.href === href);
    },
  });
  const [foundNone, noteNone] = useTimedFlag(undoMs);
  const hasUnread = loaded.shown.some(isUnread);
  const canRead = (hasUnread || loaded.below !== 0) && !more.isPending;
  const read = (what: LoadedHouses) => {
    more.reset();
    readAll.mutate(what, { onSuccess: startUndo });
  };
  const mark = () =>
    hasUnread
      ? read(loaded)
      : more.mutate(undefined, {
          onSuccess: (found) => found && (found.shown.some(isUnread) ? read(found) : noteNone()),
        });
  const told = more.isPending
    ? 'loading more …'
    : foundNone
      ? 'no unread ones found'
      : canUndo
        ? [`${readAll.data?.length} marked read`, describeUnreadBelow(readAll.variables?.below)]
            .filter(Boolean)
            .join(' · ')
        : !hasUnread && loaded.below
          ? describeUnreadBelow(loaded.below)
          : undefined;
  const undo = () => undoReadAll.mutate(readAll.data ?? [], { onSuccess: endUndo });
  const failed = readAll.error ?? more.error;
  return (
    <div className={styles.top}>
      <div className={styles.toolbar}>
        <h2 id="houses">Houses</h2>
        <RefreshStatusLine instead={told} />
        <div className={styles.buttons}>
          {canUndo ? (
            <Button aria-busy={undoReadAll.isPending} onClick={(event) => event.detail < 2 && undo()}>
              undo
            </Button>
          ) : (
            // Not `disabled`: it would take the focus away from who has just pressed it.
            <Button aria-disabled={!canRead} aria-busy={more.isPending} onClick={() => canRead && mark()}>
              read all
            </Button>
          )}
          <Button aria-busy={refreshAll.isPending} onClick={() => refreshAll.isPending || refreshAll.mutate()}>
            refresh all
          </Button>
        </div>
      </div>
      {children}
      <RefreshProgress />
      <output className="unseen">{told}</output>
      {failed && <Failure what="Not all could be marked read." error={failed} onRetry={mark} />}
      {undoReadAll.isError && (
        <Failure what="Reading all could not be undone." error={undoReadAll.error} onRetry={undo} />
      )}
      {refreshAll.isError && (
        <Failure what="No refresh was started." error={refreshAll.error} onRetry={() => refreshAll.mutate()} />
      )}
    </div>
  );
}
