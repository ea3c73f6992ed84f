import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** More rows than these are not printed. */
export const maxPrinted = 500;

/** The attribute in which each row has its id: `house` for `data-house`. */
type RowName = 'house' | 'conversation';
type List = RefObject<HTMLElement | null>;

const focusedRow = (name: RowName) => document.activeElement?.closest<HTMLElement>(`li[data-${name}]`)?.dataset[name];

/** Returns the distance of the list from the top of the document. */
export function useTop(list: List) {
  const [top, setTop] = useState<number>();
  useLayoutEffect(() => {
    const note = () => setTop(list.current ? Math.round(list.current.getBoundingClientRect().top + window.scrollY) : 0);
    note();
    // The page changes its height when a part above the list opens or closes.
    const observer = new ResizeObserver(note);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

/** Gives the focus back to the row that had it in the plain list, whose place this list takes. Its link has the id `house-1`. */
export function useKeptFocus(list: List, name: RowName) {
  const waiting = useRef(useState(() => focusedRow(name))[0]);
  // The rows may come with a later render, and the person may have gone on meanwhile.
  useLayoutEffect(() => {
    if (waiting.current === undefined) return;
    const row = list.current?.querySelector<HTMLElement>(`#${name}-${waiting.current}`);
    if (!row && document.activeElement === document.body) return;
    waiting.current = undefined;
    if (document.activeElement === document.body) row?.focus({ preventScroll: true });
  });
}

/** Returns the rows in the document: those near the window, and the row with the focus, with those beside it. */
export function useRange(list: List, name: RowName, ids: readonly string[]) {
  const [focused, setFocused] = useState(() => focusedRow(name));
  useEffect(() => {
    const element = list.current;
    const note = () => setFocused(focusedRow(name));
    const events = ['focusin', 'focusout'];
    for (const event of events) element?.addEventListener(event, note);
    return () => {
      for (const event of events) element?.removeEventListener(event, note);
    };
  }, [list, name]);
  const focusedIndex = focused === undefined ? -1 : ids.indexOf(focused);
  return useCallback(
    (range: Range) => withNeighbors(defaultRangeExtractor(range), focusedIndex, range.count),
    [focusedIndex],
  );
}

/** Keeps the row with the focus and those beside it in the document, wherever the window is. */
function withNeighbors(indexes: number[], focusedIndex: number, count: number) {
  if (focusedIndex < 0) return indexes;
  const near = [focusedIndex - 1, focusedIndex, focusedIndex + 1].filter((index) => index >= 0 && index < count);
  return [...new Set([...indexes, ...near])].toSorted((one, other) => one - other);
}

/** Returns whether the page is being printed. A printed page has no window that rows could be near. */
export function usePrinting() {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}
