import { type ReactNode, type RefObject, useRef } from 'react';
import { isUnread } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { undoMs } from '../../../ui/undo/undo-ms.ts';
import { useMarkHouse } from './mutations.ts';

interface ReadMark {
  /** The button's text; null if there is no button. */
  label: 'read' | 'Undo' | null;
  press: (clicks: number) => void;
  button: RefObject<HTMLButtonElement | null>;
  note: ReactNode;
}

/** The state behind a row's read button. `keepFocus` is called before the button disappears with the focus on it. */
export function useReadMark(house: House, keepFocus: () => void): ReadMark {
  const read = useMarkHouse('read', house);
  const unread = useMarkHouse('unread', house);
  const button = useRef<HTMLButtonElement>(null);
  const [canUndo, startUndo] = useTimedFlag(undoMs, () => {
    if (button.current !== null && button.current === document.activeElement) keepFocus();
  });
  const mark = () => {
    startUndo();
    read.mutate(house);
  };
  const undo = () => unread.mutate(house);
  const isNew = isUnread(house);
  const failure = isNew
    ? read.isError && { what: 'Could not mark as read.', error: read.error, onRetry: mark }
    : unread.isError && { what: 'Could not undo.', error: unread.error, onRetry: undo };
  const hasChanged = isNew && read.data?.readTime === null && unread.isIdle;
  return {
    label: isNew ? 'read' : canUndo ? 'Undo' : null,
    // The second click of a double click on 'read' must not press 'Undo'.
    press: (clicks) => {
      if (isNew) mark();
      else if (clicks < 2) undo();
    },
    button,
    note: failure ? <Failure {...failure} /> : hasChanged && 'This house has just changed, so it stays unread.',
  };
}

interface ReadButtonProps {
  mark: ReadMark;
  describedBy: string;
}

/** 'read' on an unread house; then 'Undo' in the same place for some seconds. */
export function ReadButton({ mark: { label, press, button }, describedBy }: ReadButtonProps) {
  if (label === null) return null;
  return (
    <Button ref={button} aria-describedby={describedBy} onClick={(event) => press(event.detail)}>
      {label}
    </Button>
  );
}
