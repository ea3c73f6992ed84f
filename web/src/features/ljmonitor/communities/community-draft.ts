import { useEffect, useState } from 'react';
import { draftEvents, draftPrefix, readOfDraft } from '../../../lib/draft-storage.ts';

const key = `${draftPrefix}community`;

function read() {
  try {
    return readOfDraft(key) ?? '';
  } catch {
    return '';
  }
}

/** Returns the text of the community to add, which outlives the page and the session, and what changes it. */
export function useCommunityDraft() {
  const [text, setText] = useState(read);
  useEffect(() => {
    const readAgain = () => setText(read());
    draftEvents.addEventListener('change', readAgain);
    return () => draftEvents.removeEventListener('change', readAgain);
  }, []);
  const save = (next: string) => {
    setText(next);
    try {
      if (next) localStorage.setItem(key, next);
      else localStorage.removeItem(key);
    } catch {
      // Storage is disabled or full, so the text lives as long as the page.
    }
  };
  return [text, save] as const;
}
