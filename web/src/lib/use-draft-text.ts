import { useEffect, useState } from 'react';
import { draftEvents, draftPrefix, readOfDraft } from './draft-storage.ts';

function readStored(key: string): string {
  try {
    return readOfDraft(key) ?? '';
  } catch {
    // Without storage there is no stored text.
    return '';
  }
}

/** Returns a text that is being typed, and a function that changes it. It is stored for its person until it is empty. */
export function useDraftText(name: string) {
  const key = draftPrefix + name;
  const [text, setText] = useState(() => readStored(key));
  useEffect(() => {
    // Until the person is known, nothing of the last one's is read.
    const readAgain = () => setText((typed) => typed || readStored(key));
    draftEvents.addEventListener('change', readAgain);
    return () => draftEvents.removeEventListener('change', readAgain);
  }, [key]);
  const change = (next: string) => {
    setText(next);
    try {
      if (next === '') localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    } catch {
      // Storage is disabled or full, so the text lives as long as the page.
    }
  };
  return [text, change] as const;
}
