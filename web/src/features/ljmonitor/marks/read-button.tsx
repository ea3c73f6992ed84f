import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { isUnread } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { exceptDoubleClick } from '../../../ui/undo.ts';
import { showUndo } from '../../../ui/toasts/toasts.ts';
import { useMarkRead, useUndoRead } from './mutations.ts';

interface ReadMark {
  isUnread: boolean;
  press: () => void;
  button: RefObject<HTMLButtonElement | null>;
  note: ReactNode;
}

/**
 * Returns the state behind a row's read button. `keepFocus` is called before the button disappears with the focus on
 * it.
 */
export function useReadMark(house: House, keepFocus: () => void): ReadMark {
  const read = useMarkRead(house);
  const undo = useUndoRead(house);
  const button = useRef<HTMLButtonElement>(null);
  const mark = async () => {
    if (button.current !== null && button.current === document.activeElement) keepFocus();
    const reading = read.mutateAsync(house);
    const closeUndo = showUndo(`“${house.title}” was marked as read.`, async () =>
      undo.mutateAsync({ house, read: reading }),
    );
    try {
      if (isUnread(await reading)) closeUndo();
    } catch {
      // The note under the row shows the error of the mutation.
      closeUndo();
    }
  };
  const press = () => void mark();
  const isNew = isUnread(house);
  // Something else has marked the house, so the failure is over. It would come back with the next change.
  const isOver = !isNew && read.isError;
  const { reset } = read;
  useEffect(() => {
    if (isOver) reset();
  }, [isOver, reset]);
  const hasChanged = isNew && read.data !== undefined && isUnread(read.data) && undo.isIdle;
  return {
    isUnread: isNew,
    press,
    button,
    note:
      isNew && read.isError ? (
        <Failure what="Could not mark as read." error={read.error} onRetry={press} />
      ) : (
        hasChanged && 'This house has just changed, so it stays unread.'
      ),
  };
}

interface ReadButtonProps {
  mark: ReadMark;
  describedBy: string;
}

export function ReadButton({ mark: { isUnread: isNew, press, button }, describedBy }: ReadButtonProps) {
  if (!isNew) return null;
  return (
    <Button ref={button} data-key="r" aria-describedby={describedBy} onClick={exceptDoubleClick(press)}>
      read
    </Button>
  );
}
