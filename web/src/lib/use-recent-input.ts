import { useEffect, useState } from 'react';

const inputs = ['pointerdown', 'keydown', 'wheel', 'touchstart'];

/** Returns whether the page was opened or had a user's input within this time. */
export function useRecentInput(withinMs: number) {
  const [isRecent, setIsRecent] = useState(true);
  useEffect(() => {
    const expire = () => setTimeout(() => setIsRecent(false), withinMs);
    let timer = expire();
    const listener = () => {
      clearTimeout(timer);
      timer = expire();
      setIsRecent(true);
    };
    for (const input of inputs) document.addEventListener(input, listener, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const input of inputs) document.removeEventListener(input, listener, { capture: true });
    };
  }, [withinMs]);
  return isRecent;
}
