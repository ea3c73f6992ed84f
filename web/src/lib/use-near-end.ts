import { type RefObject, useEffect } from 'react';

const thresholdPx = 250;

interface EndCallbacks {
  /** The end of the list is near the bottom of the window. */
  near: () => void;
  /** The end is far below the window. */
  far: () => void;
}

/**
 * Makes infinite scroll possible: reports after every render and scroll whether the end of a list is near. An
 * IntersectionObserver would stay silent when a loaded page has no match for the filters, because then the end does not
 * move.
 */
export function useNearEnd(end: RefObject<HTMLElement | null>, { near, far }: EndCallbacks) {
  useEffect(() => {
    const measure = () => {
      const top = end.current?.getBoundingClientRect().top;
      if (top === undefined) return;
      if (top - window.innerHeight < thresholdPx) near();
      else far();
    };
    measure();
    // A capturing listener also gets the scrolling of a rail, which does not bubble.
    const abort = new AbortController();
    window.addEventListener('scroll', measure, { passive: true, capture: true, signal: abort.signal });
    window.addEventListener('resize', measure, abort);
    return () => abort.abort();
  });
}
