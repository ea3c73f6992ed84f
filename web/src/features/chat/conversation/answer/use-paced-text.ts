import { useEffect, useRef, useState } from 'react';

/** As long as the next poll takes to come. */
const paceMs = 1_000;
/** However seldom a long answer is stored, nobody waits longer for what is there. */
const maxRevealMs = 10_000;
/** A long answer is stored when it has grown by half: the next words take half as long again as the last ones. */
const growth = 3 / 2;
/** Smooth to the eye; more often is only work. */
const stepMs = 33;

/**
 * A text that is asked for once a second, revealed evenly over the time until more of it is expected, so that it reads as
 * if it were written now. What is there at first shows at once. A text that does not go on from what is shown begins anew,
 * and one that nobody was writing is another version: it shows at once, too.
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

/** How long a piece of a text may take that came so long after the one before. */
export const revealTime = (sinceLastMs: number) =>
  sinceLastMs <= growth * paceMs ? paceMs : Math.min(maxRevealMs, sinceLastMs * growth);

/** So many units of a text, and never half a character. */
export const firstCharacters = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
