import { useTimedFlag } from '../../lib/use-timed-flag.ts';
import { Button, buttonClass, LinkButton, primaryButtonClass } from './button.tsx';
import styles from './copy-button.module.css';

const noteMs = 2_000;

interface CopyButtonProps {
  /** The id of the element to copy. */
  of: string;
  /** The text to copy instead of the element's text. */
  text?: string;
  /** Returns the element as HTML, which programs that know more than plain text take instead of the text. */
  htmlOf?: (element: HTMLElement) => string;
  /** Shows a link button instead of a framed one; names the copied thing for screen readers. */
  what?: string;
  isPrimary?: boolean;
}

/** Copies an element's text. If the browser forbids that, it selects the element instead. */
export function CopyButton({ of, text, htmlOf, what, isPrimary = false }: CopyButtonProps) {
  const [isCopied, noteCopied] = useTimedFlag(noteMs);
  const [isSelected, noteSelected] = useTimedFlag(noteMs);
  const copy = async () => {
    const element = document.getElementById(of);
    if (!element) return;
    try {
      await write(text ?? element.textContent, htmlOf?.(element));
      noteCopied();
    } catch {
      getSelection()?.selectAllChildren(element);
      noteSelected();
    }
  };
  const note = isCopied ? 'Copied' : isSelected ? 'Selected' : '';
  return (
    <>
      {what === undefined ? (
        <Button
          className={`${isPrimary ? primaryButtonClass : buttonClass} ${styles.copy}`}
          aria-describedby={of}
          onClick={() => void copy()}
        >
          {note || 'Copy'}
        </Button>
      ) : (
        <LinkButton onClick={() => void copy()}>
          {note || 'Copy'}
          <span className="unseen"> {what}</span>
        </LinkButton>
      )}
      <output className="unseen">{note}</output>
    </>
  );
}

/** Puts a text on the clipboard, and its HTML beside it. Some browsers take only the text. */
function write(text: string, html: string | undefined) {
  const { clipboard } = navigator;
  if (html === undefined || !('ClipboardItem' in globalThis) || !('write' in clipboard))
    return clipboard.writeText(text);
  const item = new ClipboardItem({ 'text/plain': blob('text/plain', text), 'text/html': blob('text/html', html) });
  return clipboard.write([item]);
}

const blob = (type: string, text: string) => new Blob([text], { type });
