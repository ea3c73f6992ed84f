import { type RefObject, useEffect, useState } from 'react';

const thresholdPx = 250;
/** Within this distance, the list counts as scrolled to its end. */
const scrolledAwayPx = 120;

/**
 * Watches a box that scrolls from its end, where `scrollTop` is 0; above it, `scrollTop` is negative. Returns whether the
 * box is scrolled away from its end, and calls `onNearStart` near its start. Like `useNearEnd`, it measures after every
 * render.
 */
export function useReverseScroll(box: RefObject<HTMLElement | null>, onNearStart: () => void): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      setAway(scrollTop < -scrolledAwayPx);
      if (scrollHeight - clientHeight + scrollTop < thresholdPx) onNearStart();
    };
    measure();
    const abort = new AbortController();
    element.addEventListener('scroll', measure, { passive: true, signal: abort.signal });
    window.addEventListener('resize', measure, abort);
    return () => abort.abort();
  });
  return isAway;
}
