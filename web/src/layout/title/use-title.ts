import { useEffect } from 'react';
import { site } from '../../site.ts';

/** Sets the title of the browser tab. */
export function useTitle(place?: string) {
  useEffect(() => {
    document.title = place ? `${place} · ${site.title}` : site.title;
  }, [place]);
}
