import { type ReactNode, type RefObject, useRef } from 'react';
import { isUnread } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useMarkHouse } from '../mutations.ts';

const undoMs = 5_000;

interface ReadMark {
  label: 'read' | 'undo' | null;
  press: (clicks: number) => void;
  button: RefObject<HTMLButtonElement | null>;
  note: ReactNode;
}

/** What can be done about a house's read mark: `label` is the word on its button, if there is one. */
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
  const failed = isNew
    ? read.isError && { what: 'It was not marked read.', error: read.error, onRetry: mark }
    : unread.isError && { what: 'It is still marked read.', error: unread.error, onRetry: undo };
  const hasChanged = isNew && read.data?.readTime === null && unread.isIdle;
  return {
    label: isNew ? 'read' : canUndo ? 'undo' : null,
    // The second click of a double click on 'read' is not meant for 'undo'.
    press: (clicks) => {
      if (isNew) mark();
      else if (clicks < 2) undo();
    },
    button,
    note: failed ? <Failure {...failed} /> : hasChanged && 'It has changed since you saw it.',
  };
}

interface ReadButtonProps {
  reading: ReadMark;
  describedBy: string;
}

/** 'read' on an unread house; for 5 s after it, 'undo' in the same place. */
export function ReadButton({ reading: { label, press, button }, describedBy }: ReadButtonProps) {
  if (label === null) return null;
  return (
    <Button ref={button} aria-describedby={describedBy} onClick={(event) => press(event.detail)}>
      {label}
    </Button>
  );
}
