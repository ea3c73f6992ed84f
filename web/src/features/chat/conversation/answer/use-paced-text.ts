import { useEffect, useRef, useState } from 'react';

/** The time until the next poll. */
const paceMs = 1_000;
/** A piece of text is revealed within this time, however rarely the worker saves a long answer. */
const maxRevealMs = 10_000;
/** The worker saves a long answer when it has grown by half, so the next piece takes half as long again. */
const growth = 3 / 2;
/** The time between two steps, short enough to look smooth. */
const stepMs = 33;

/**
 * Reveals a text that arrives once a second evenly over the time until the next piece, as if it were being written. The
 * first text shows at once. A text that does not continue the shown one starts from its beginning, and a text that was not
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
  const grownAt = useRef(0);
  useEffect(() => {
    const show = (next: string) => {
      last.current = next;
      setShown(next);
    };
    const isOlder = last.current.startsWith(text);
    if (!isPaced || isOlder || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      show(text);
      return undefined;
    }
    const from = text.startsWith(last.current) ? last.current.length : 0;
    const startedAt = performance.now();
    const revealMs = isGrowing ? revealTime(from === 0 ? 0 : startedAt - grownAt.current) : paceMs;
    grownAt.current = startedAt;
    let steppedAt = 0;
    let frame = requestAnimationFrame(function step(now: number) {
      const share = Math.min(1, Math.max(0, now - startedAt) / revealMs);
      if (share === 1 || now - steppedAt >= stepMs) {
        steppedAt = now;
        show(firstCharacters(text, from + Math.ceil((text.length - from) * share)));
      }
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [text, isGrowing, isPaced]);
  return shown;
}

/** The time in which to reveal a piece of text, by the time since the previous piece. */
export const revealTime = (sinceLastMs: number) =>
  sinceLastMs <= growth * paceMs ? paceMs : Math.min(maxRevealMs, sinceLastMs * growth);

/** The first UTF-16 units of a text, without half of a surrogate pair at the end. */
export const firstCharacters = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
