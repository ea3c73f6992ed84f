import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** The first row in sight, and its distance from the top of the window. */
export interface RowInSight {
  houseId: string;
  top: number;
}

/** The row at which each entry of the history left its list. A position in pixels would not do, because heights change. */
const rowsInSight = new Map<string, RowInSight>();

/** The distance of the first row in sight from the top of the window, more or less. */
const firstRowPx = 200;
/** The rows around the window get their real heights within some frames. */
const settlingFrames = 4;
const settlingMs = 200;

function rowInSight(list: HTMLElement | null): RowInSight | undefined {
  if (!list) return undefined;
  const { left, width } = list.getBoundingClientRect();
  // The bars that stay at the top of the window lie above the rows.
  const stacked = document.elementsFromPoint(left + width / 2, firstRowPx);
  const row = stacked.map((each) => each.closest<HTMLElement>('li[data-house]')).find((each) => each !== null);
  const houseId = row && list.contains(row) ? row.dataset['house'] : undefined;
  return row && houseId !== undefined ? { houseId, top: row.getBoundingClientRect().top } : undefined;
}

/** Notes the first row in sight, and returns the row to show after a way back in the history. */
export function useRowInSight(list: RefObject<HTMLElement | null>): RowInSight | undefined {
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  // Before it is back, the list notes another row.
  const [left] = useState(() => (isBack ? rowsInSight.get(key) : undefined));
  useEffect(() => {
    const note = () => {
      const row = rowInSight(list.current);
      if (row) rowsInSight.set(key, row);
      else if (window.scrollY < firstRowPx) rowsInSight.delete(key);
      // From here on this list restores its place, and not the browser. A reload leaves it to the browser.
      history.scrollRestoration = rowsInSight.has(key) ? 'manual' : 'auto';
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The rows that have come near the window get their real heights after the last event of a scroll.
    const noteTwice = () => {
      note();
      clearTimeout(timer);
      timer = setTimeout(note, settlingMs);
    };
    const leave = () => (history.scrollRestoration = 'auto');
    note();
    window.addEventListener('scroll', noteTwice, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', noteTwice);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [list, key]);
  return left;
}

/** Returns to the row that was in sight when the list was left. It shows nothing. */
export default function ReturnToRow({ list }: { list: RefObject<HTMLElement | null> }) {
  const row = useRowInSight(list);
  const hasReturned = useRef(false);
  useLayoutEffect(() => {
    if (!row || hasReturned.current) return undefined;
    hasReturned.current = true;
    let frames = settlingFrames;
    let frame = 0;
    const align = () => {
      const element = list.current?.querySelector<HTMLElement>(`[data-house="${row.houseId}"]`);
      if (element) window.scrollBy(0, element.getBoundingClientRect().top - row.top);
      frames -= 1;
      if (frames > 0) frame = requestAnimationFrame(align);
    };
    align();
    return () => cancelAnimationFrame(frame);
  }, [list, row]);
  return null;
}
