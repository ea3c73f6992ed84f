import { useEffect } from 'react';
import { searchTerms } from 'shared-types/rules/chat/find-messages';
import { markWords, removeMarks, scrollToWords } from './marks.ts';

/** Rows get their real heights, and a folded answer unfolds, when they come into view. The find is kept in view until then. */
const settleMs = 1500;

/** Scrolls to the current message when it is there, and keeps its words marked while the page changes. */
export function useMarks(text: string, ids: readonly string[], currentId: string | undefined) {
  useEffect(() => {
    const box = document.querySelector('[role=log]');
    if (!box || currentId === undefined) return undefined;
    const terms = searchTerms(text);
    const endsMs = performance.now() + settleMs;
    let isMoved = false;
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        markWords(ids, currentId, terms);
        if (!isMoved && performance.now() < endsMs) scrollToWords(currentId, terms);
      });
    };
    const noteMove = () => (isMoved = true);
    update();
    const timers = [100, 300, 700].map((ms) => setTimeout(update, ms));
    const observer = new MutationObserver(update);
    observer.observe(box, { childList: true, subtree: true, characterData: true });
    for (const type of ['wheel', 'touchmove', 'pointerdown']) box.addEventListener(type, noteMove, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      timers.forEach(clearTimeout);
      observer.disconnect();
      for (const type of ['wheel', 'touchmove', 'pointerdown']) box.removeEventListener(type, noteMove);
      removeMarks();
    };
  }, [text, ids, currentId]);
}
