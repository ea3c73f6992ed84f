import { useCallback, useEffect, useRef, useState } from 'react';

/** Something that stays for a while: `[isThere, show, hide]`. Showing it again starts the time again. */
export function useTimedFlag(forMs: number, beforeEnd?: () => void): [boolean, () => void, () => void] {
  const [shownAt, setShownAt] = useState(0);
  const ending = useRef(beforeEnd);
  useEffect(() => {
    ending.current = beforeEnd;
  });
  const hide = useCallback(() => {
    ending.current?.();
    setShownAt(0);
  }, []);
  useEffect(() => {
    if (shownAt === 0) return undefined;
    const timer = setTimeout(hide, forMs);
    return () => clearTimeout(timer);
  }, [shownAt, forMs, hide]);
  return [shownAt !== 0, useCallback(() => setShownAt(Date.now()), []), hide];
}
