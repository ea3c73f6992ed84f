import { type RefObject, useEffect } from 'react';

const thresholdPx = 250;

interface Reactions {
  /** The end is in sight, or nearly. */
  near: () => void;
  /** There is more below than fits. */
  far: () => void;
}

/**
 * Watches how far the end of a list is below the window. Measured after every render and not by an observer: a page
 * of which a filter leaves nothing moves no edge, and an observer would stay silent.
 */
export function useNearEnd(end: RefObject<HTMLElement | null>, { near, far }: Reactions) {
  useEffect(() => {
    const look = () => {
      const top = end.current?.getBoundingClientRect().top;
      if (top === undefined) return;
      if (top - window.innerHeight < thresholdPx) near();
      else far();
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  });
}
