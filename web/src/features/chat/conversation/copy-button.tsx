import { useState } from 'react';
import { useWhile } from '../../../lib/use-while.ts';
import { WordButton } from '../../../ui/button.tsx';

const sayForMs = 2_000;

interface CopyButtonProps {
  text: string;
  /** For those who cannot see what it stands beside. */
  what: string;
}

/** 'copy', and for a moment what came of it. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [isDone, setDone] = useState(false);
  const [isSaid, say] = useWhile(sayForMs);
  const copy = async () => {
    setDone(
      await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    );
    say();
  };
  return (
    <WordButton onClick={() => void copy()}>
      {isSaid ? (isDone ? 'copied' : 'not copied') : 'copy'}
      <span className="unseen"> {what}</span>
    </WordButton>
  );
}
