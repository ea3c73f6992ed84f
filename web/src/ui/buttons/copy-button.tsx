import { useTimedFlag } from '../../lib/use-timed-flag.ts';
import { Button, buttonClass, LinkButton } from './button.tsx';
import styles from './copy-button.module.css';

const saidMs = 2_000;

interface CopyButtonProps {
  /** The id of the element that shows it. */
  of: string;
  /** What is copied, where it is not what the element shows. */
  text?: string;
  /** Beside running text: a word instead of a button, and what it copies for those who cannot see that. */
  what?: string;
}

/** Copies what an element shows. Where the browser forbids that, it selects the element instead. */
export function CopyButton({ of, text, what }: CopyButtonProps) {
  const [isCopied, sayCopied] = useTimedFlag(saidMs);
  const [isSelected, saySelected] = useTimedFlag(saidMs);
  const copy = async () => {
    const element = document.getElementById(of);
    if (!element) return;
    try {
      await navigator.clipboard.writeText(text ?? element.textContent);
      sayCopied();
    } catch {
      getSelection()?.selectAllChildren(element);
      saySelected();
    }
  };
  const said = isCopied ? 'copied' : isSelected ? 'selected' : '';
  return (
    <>
      {what === undefined ? (
        <Button className={`${buttonClass} ${styles.copy}`} aria-describedby={of} onClick={() => void copy()}>
          {said || 'copy'}
        </Button>
      ) : (
        <LinkButton onClick={() => void copy()}>
          {said || 'copy'}
          <span className="unseen"> {what}</span>
        </LinkButton>
      )}
      <output className="unseen">{said}</output>
    </>
  );
}
