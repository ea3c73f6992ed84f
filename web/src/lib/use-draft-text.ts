import { useEffect, useRef, useState } from 'react';
import { draftEvents, draftPrefix, joinWords, readOfDraft, storeDraft } from './draft-storage.ts';

function readStored(key: string): string {
  try {
    return readOfDraft(key) ?? '';
  } catch {
    // Without storage there is no stored text.
    return '';
  }
}

/**
 * Returns a text that is being typed, and a function that changes it, or that makes another one of it. It is stored for its
 * person until it is empty. `join` adds what is typed before the person is known to what is stored for that person.
 */
export function useDraftText(name: string, join = joinWords) {
  const key = draftPrefix + name;
  const [first] = useState(() => readStored(key));
  const [text, setText] = useState(first);
  /** The callers of an earlier rendering change this text, too. */
  const latest = useRef(text);
  useEffect(() => {
    // What was read before the person was known may be another one's. What was typed since stays.
    const readAgain = () => {
      const stored = readStored(key);
      if (stored !== '' || latest.current === first) latest.current = stored;
      setText(latest.current);
    };
    const abort = new AbortController();
    draftEvents.addEventListener('change', readAgain, abort);
    // Another tab has changed the text.
    const show = (event: StorageEvent) => {
      if (event.key !== key) return;
      latest.current = readStored(key);
      setText(latest.current);
    };
    window.addEventListener('storage', show, abort);
    return () => abort.abort();
  }, [first, key]);
  const change = (to: string | ((text: string) => string)) => {
    const next = typeof to === 'string' ? to : to(latest.current);
    latest.current = next;
    setText(next);
    try {
      storeDraft(key, next, join);
    } catch {
      // Storage is disabled or full, so the text lives as long as the page.
    }
  };
  return [text, change] as const;
}
