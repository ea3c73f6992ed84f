import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { isTransient } from '../../api/api-error.ts';
import { sessionQuery } from '../../api/session.ts';
import { isTyping } from '../../lib/is-typing.ts';

/** More keys than these are not pressed while the code that acts on them loads. */
const maxKeys = 10;

/** The keys that were pressed before the code that acts on them was there; undefined once it is. */
let earlyKeys: KeyboardEvent[] | undefined = [];

/** Returns the keys that wait, once. */
export function takeEarlyKeys() {
  const keys = earlyKeys ?? [];
  earlyKeys = undefined;
  return keys;
}

/** Returns whether the key is Ctrl+K or ⌘+K, which browsers have a meaning of their own for. */
export const isPaletteKey = ({ ctrlKey, metaKey, altKey, key }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';

function keep(event: KeyboardEvent) {
  if (!earlyKeys || earlyKeys.length === maxKeys || event.defaultPrevented || event.isComposing) return;
  if (isTyping(event.target) && !isPaletteKey(event)) return;
  // Firefox would open its own search.
  if (isPaletteKey(event) || event.key === '/') event.preventDefault();
  earlyKeys.push(event);
}

const inputs = ['pointerdown', 'click', 'keydown'];

/** The first load of a page is over by then, even on a slow connection. */
const settledMs = 5_000;

/**
 * Returns whether the page was used, is offline, has found no site that answers, or has been open for some seconds. The parts
 * over it load then: none of them shows before.
 */
export function useSettled() {
  const [isSettled, setSettled] = useState(!navigator.onLine);
  const { failureReason } = useQuery(sessionQuery);
  if (!isSettled && isTransient(failureReason)) setSettled(true);
  // No key that is pressed after the first look at the page is lost.
  useLayoutEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMs);
    const onInput = (event: Event) => {
      setSettled(true);
      if (event instanceof KeyboardEvent) keep(event);
    };
    const abort = new AbortController();
    for (const input of inputs) window.addEventListener(input, onInput, abort);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, []);
  return isSettled;
}
