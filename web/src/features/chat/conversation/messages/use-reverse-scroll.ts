import { type RefObject, useEffect, useState } from 'react';

const thresholdPx = 250;
/** Less than this is the end of the list to anybody. */
const scrolledAwayPx = 120;

/**
 * Watches a box that is scrolled from its end: `scrollTop` is 0 at the end and negative above it. Says whether somebody
 * has scrolled away from the end, and calls when the start is near. Measured after every render, as `useNearEnd` is.
 */
export function useReverseScroll(box: RefObject<HTMLElement | null>, onNearStart: () => void): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      setAway(scrollTop < -scrolledAwayPx);
      if (scrollHeight - clientHeight + scrollTop < thresholdPx) onNearStart();
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      element.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  });
  return isAway;
}
