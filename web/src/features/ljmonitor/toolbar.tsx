import type { ReactNode } from 'react';
import { isUnread } from 'shared-types/house';
import type { House } from 'shared-types/ljmonitor';
import { useWhile } from '../../lib/use-while.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useReadAll, useRefreshAll, useUndoReadAll } from './changes.ts';
import { RefreshBar, RefreshWords } from './refresh.tsx';
import styles from './houses.module.css';

const undoMs = 5_000;

interface ToolbarProps {
  pages: House[][];
  shown: House[];
  /** How the list is shown. */
  children: ReactNode;
}

/** What can be done with the list as a whole, and how its refresh stands. */
export function Toolbar({ pages, shown, children }: ToolbarProps) {
  const refreshAll = useRefreshAll();
  const readAll = useReadAll();
  const undoReadAll = useUndoReadAll();
  const [canUndo, startUndo, endUndo] = useWhile(undoMs);
  const mark = () => readAll.mutate({ pages, shown }, { onSuccess: startUndo });
  const undo = () => undoReadAll.mutate(readAll.data ?? [], { onSuccess: endUndo });
  const hasUnread = shown.some(isUnread);
  return (
    <div className={styles.top}>
      <div className={styles.toolbar}>
        <h2 id="houses">Houses</h2>
        <RefreshWords />
        <div className={styles.buttons}>
          {canUndo ? (
            <Button aria-busy={undoReadAll.isPending} onClick={(event) => event.detail < 2 && undo()}>
              undo
            </Button>
          ) : (
            // Not `disabled`: it would take the focus away from who has just pressed it.
            <Button aria-disabled={!hasUnread} onClick={() => hasUnread && mark()}>
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
      <output className="unseen">{canUndo && `${readAll.data?.length} marked read`}</output>
      {readAll.isError && <Failure what="Not all could be marked read." error={readAll.error} onRetry={mark} />}
      {undoReadAll.isError && (
        <Failure what="Reading all could not be undone." error={undoReadAll.error} onRetry={undo} />
      )}
      {refreshAll.isError && (
        <Failure what="No refresh was started." error={refreshAll.error} onRetry={() => refreshAll.mutate()} />
      )}
    </div>
  );
}
