import { useEffect } from 'react';
import { site } from '../site.ts';

/** Says in the tab where one is. */
export function useTitle(place?: string) {
  useEffect(() => {
    document.title = place ? `${place} · ${site.title}` : site.title;
  }, [place]);
}
