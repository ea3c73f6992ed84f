import { useEffect, useRef, useState } from 'react';

/** As long as the next poll takes to come. */
const paceMs = 1_000;
/** Smooth to the eye; more often is only work. */
const stepMs = 33;

/**
 * A text that is asked for once a second, revealed evenly over the second that follows, so that it reads as if it were
 * written now. What is there at first shows at once. A text that does not go on from what is shown begins anew.
 */
export function usePaced(text: string): string {
  const [shown, setShown] = useState(text);
  const last = useRef(text);
  useEffect(() => {
    const show = (next: string) => {
      last.current = next;
      setShown(next);
    };
    const isOlder = last.current.startsWith(text);
    if (isOlder || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
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
        show(firstOf(text, from + Math.ceil((text.length - from) * share)));
      }
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [text]);
  return shown;
}

/** So many units of a text, and never half a character. */
export const firstOf = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
