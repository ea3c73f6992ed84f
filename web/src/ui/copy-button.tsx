import { useWhile } from '../lib/use-while.ts';
import { Button, buttonClass } from './button.tsx';
import styles from './copy-button.module.css';

const saidMs = 2_000;

/** Copies the text of the element with the id `of`. Where the browser forbids that, it selects the text instead. */
export function CopyButton({ of }: { of: string }) {
  const [isCopied, sayCopied] = useWhile(saidMs);
  const [isSelected, saySelected] = useWhile(saidMs);
  const copy = async () => {
    const element = document.getElementById(of);
    if (!element) return;
    try {
      await navigator.clipboard.writeText(element.textContent);
      sayCopied();
    } catch {
      getSelection()?.selectAllChildren(element);
      saySelected();
    }
  };
  const said = isCopied ? 'copied' : isSelected ? 'selected' : '';
  return (
    <>
      <Button className={`${buttonClass} ${styles.copy}`} aria-describedby={of} onClick={() => void copy()}>
        {said || 'copy'}
      </Button>
      <output className="unseen">{said}</output>
    </>
  );
}
