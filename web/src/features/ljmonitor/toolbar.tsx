import { type ReactNode, useState } from 'react';
import { isUnread } from 'shared-types/house';
import { useWhile } from '../../lib/use-while.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { type Loaded, useReadAll, useRefreshAll, useUndoReadAll } from './changes.ts';
import { RefreshBar, RefreshWords } from './refresh.tsx';
import styles from './houses.module.css';
import { belowText } from './words.ts';

const undoMs = 5_000;

interface ToolbarProps {
  loaded: Loaded;
  /** Loads more of the list, and gives back all that is loaded then. */
  loadOn: () => Promise<Loaded>;
  /** How the list is shown. */
  children: ReactNode;
}

/** What can be done with the list as a whole, and how its refresh stands. */
export function Toolbar({ loaded, loadOn, children }: ToolbarProps) {
  const refreshAll = useRefreshAll();
  const readAll = useReadAll();
  const undoReadAll = useUndoReadAll();
  const [canUndo, startUndo, endUndo] = useWhile(undoMs);
  const [isLoadingOn, setLoadingOn] = useState(false);
  const hasUnread = loaded.shown.some(isUnread);
  const canRead = (hasUnread || loaded.below !== 0) && !isLoadingOn;
  const read = (what: Loaded) => readAll.mutate(what, { onSuccess: startUndo });
  const mark = async () => {
    if (hasUnread) return read(loaded);
    const { search } = location;
    setLoadingOn(true);
    const more = await loadOn();
    setLoadingOn(false);
    // Another list by now: nobody meant that one.
    if (location.search === search) read(more);
  };
  const told = isLoadingOn
    ? 'loading more …'
    : canUndo
      ? [`${readAll.data?.length} marked read`, belowText(readAll.variables?.below)].filter(Boolean).join(' · ')
      : !hasUnread && loaded.below
        ? belowText(loaded.below)
        : undefined;
  const undo = () => undoReadAll.mutate(readAll.data ?? [], { onSuccess: endUndo });
  return (
    <div className={styles.top}>
      <div className={styles.toolbar}>
        <h2 id="houses">Houses</h2>
        <RefreshWords instead={told} />
        <div className={styles.buttons}>
          {canUndo ? (
            <Button aria-busy={undoReadAll.isPending} onClick={(event) => event.detail < 2 && undo()}>
              undo
            </Button>
          ) : (
            // Not `disabled`: it would take the focus away from who has just pressed it.
            <Button aria-disabled={!canRead} aria-busy={isLoadingOn} onClick={() => canRead && void mark()}>
              read all
            </Button>
          )}
          <Button aria-busy={refreshAll.isPending} onClick={() => refreshAll.isPending || refreshAll.mutate()}>
            refresh all
          </Button>
        </div>
      </div>
      {children}
      <RefreshBar />
      <output className="unseen">{told}</output>
      {readAll.isError && (
        <Failure what="Not all could be marked read." error={readAll.error} onRetry={() => void mark()} />
      )}
      {undoReadAll.isError && (
        <Failure what="Reading all could not be undone." error={undoReadAll.error} onRetry={undo} />
      )}
      {refreshAll.isError && (
        <Failure what="No refresh was started." error={refreshAll.error} onRetry={() => refreshAll.mutate()} />
      )}
    </div>
  );
}
