import { useTimedFlag } from '../../lib/use-timed-flag.ts';
import { Button, buttonClass, LinkButton, primaryButtonClass } from './button.tsx';
import styles from './copy-button.module.css';
import * as texts from './messages.ts';

const noteMs = 2_000;

interface CopyButtonProps {
  /** The id of the element to copy. */
  of: string;
  /** The text to copy instead of the element's text. */
  text?: string;
  /** Shows a link button instead of a framed one; names the copied thing for screen readers. */
  what?: string;
  isPrimary?: boolean;
}

/** Copies an element's text. If the browser forbids that, it selects the element instead. */
export function CopyButton({ of, text, what, isPrimary = false }: CopyButtonProps) {
  const [isCopied, noteCopied] = useTimedFlag(noteMs);
  const [isSelected, noteSelected] = useTimedFlag(noteMs);
  const copy = async () => {
    const element = document.getElementById(of);
    if (!element) return;
    try {
      await navigator.clipboard.writeText(text ?? element.textContent);
      noteCopied();
    } catch {
      getSelection()?.selectAllChildren(element);
      noteSelected();
    }
  };
  const note = isCopied ? texts.copied : isSelected ? texts.selected : '';
  return (
    <>
      {what === undefined ? (
        <Button
          className={`${isPrimary ? primaryButtonClass : buttonClass} ${styles.copy}`}
          aria-describedby={of}
          onClick={() => void copy()}
        >
          {note || texts.copy}
        </Button>
      ) : (
        <LinkButton onClick={() => void copy()}>
          {note || texts.copy}
          <span className="unseen"> {what}</span>
        </LinkButton>
      )}
      <output className="unseen">{note}</output>
    </>
  );
}
