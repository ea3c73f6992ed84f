import { useEffect, useRef, useState } from 'react';
import { firstCharacters } from 'shared-types/rules/chat/first-characters';

/** Polls come once a second. A shorter time shows the text earlier, and still as if it were being written. */
const paceMs = 400;
/** The time between two steps, short enough to look smooth. */
const stepMs = 33;

/**
 * Reveals a text that arrives once a second evenly over a part of that second, as if it were being written. The first text
 * shows at once. A text that does not continue the shown one starts from its beginning, and a text that was not
 * growing is another version, which shows at once.
 */
export function usePacedText(text: string, isGrowing: boolean): string {
  const [shown, setShown] = useState(text);
  const [seen, setSeen] = useState({ text, isGrowing, isPaced: false });
  if (seen.text !== text || seen.isGrowing !== isGrowing) {
    const isPaced = isGrowing || seen.isGrowing;
    setSeen({ text, isGrowing, isPaced });
    if (!isPaced) setShown(text);
  }
  const { isPaced } = seen;
  const last = useRef(text);
  useEffect(() => {
    const show = (next: string) => {
      last.current = next;
      setShown(next);
    };
    const isOlder = last.current.startsWith(text);
    const isFirst = last.current === '';
    if (!isPaced || isOlder || isFirst || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      show(text);
      return undefined;
    }
    const from = text.startsWith(last.current) ? last.current.length : 0;
    const startedAt = performance.now();
    let steppedAt = 0;
    let frame = requestAnimationFrame(function step(now: number) {
      const share = Math.min(1, Math.max(0, now - startedAt) / paceMs);
      if (share === 1 || now - steppedAt >= stepMs) {
        steppedAt = now;
        show(firstCharacters(text, from + Math.ceil((text.length - from) * share)));
      }
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [text, isPaced]);
  return shown;
}
