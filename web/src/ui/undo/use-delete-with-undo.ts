import type { UseMutationResult } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useTimedFlag } from '../../lib/use-timed-flag.ts';
import { undoMs } from './undo-ms.ts';

interface DeleteWithUndo<Item, Restored, RemoveContext, RestoreContext> {
  item: Item;
  /** The list still shows the item, as deleted. */
  isDeleted: boolean;
  remove: UseMutationResult<unknown, Error, Item, RemoveContext>;
  restore: UseMutationResult<Restored, Error, Item, RestoreContext>;
  onDelete: () => void;
  onDeleteFailed: () => void;
  onRestored: (restored: Restored) => void;
  /** The time for 'Undo' is over. */
  onExpired: () => void;
}

/** Deletes an item at once and offers to restore it for some seconds. The caller keeps the row in its place. */
export function useDeleteWithUndo<Item, Restored, RemoveContext, RestoreContext>({
  item,
  isDeleted,
  remove,
  restore,
  onDelete,
  onDeleteFailed,
  onRestored,
  onExpired,
}: DeleteWithUndo<Item, Restored, RemoveContext, RestoreContext>) {
  const [, startTimer] = useTimedFlag(undoMs, () => isDeleted && restore.isIdle && onExpired());
  const deleteItem = () => {
    startTimer();
    onDelete();
    restore.reset();
    remove.mutate(item, { onError: onDeleteFailed });
  };
  const undo = () => restore.mutate(item, { onSuccess: onRestored });
  const deleteFailure = remove.isError && { what: 'Could not delete.', error: remove.error, onRetry: deleteItem };
  const undoFailure = restore.isError && { what: 'Could not restore.', error: restore.error, onRetry: undo };
  return {
    label: isDeleted ? 'Undo' : 'Delete',
    onClick: isDeleted ? exceptDoubleClick(undo) : deleteItem,
    /** The props of the `Failure` to show, if something failed. */
    failure: (isDeleted ? undoFailure : deleteFailure) || undefined,
  };
}

/** The second click of a double click on 'Delete' must not press the 'Undo' that took its place. */
export const exceptDoubleClick = (action: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) action();
};
