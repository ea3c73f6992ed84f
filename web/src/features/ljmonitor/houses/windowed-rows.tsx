import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { getChoices, usePreferences } from '../../../lib/preferences/preferences.ts';
import { type HouseListProps, rowOf } from './house-pages.ts';
import { HouseRow } from './house-row.tsx';
import styles from './houses.module.css';
import { useRowInSight } from './return-to-row.tsx';

/** Rows beyond the window, so that the next key and the next turn of the wheel find theirs. */
const overscan = 8;
const estimatedPx = { comfortable: 116, compact: 33 };
/** More rows than these are not printed. */
const maxPrinted = 500;

/** The heights of rows that were on screen, in all lists. Another width of the window or density of the rows has others. */
const heights = new Map<string, number>();
let layoutOfHeights = '';

/** Notes the heights of the rows that are in the document. The plain list is, while this one renders first. */
function noteHeights() {
  const layout = `${window.innerWidth} ${getChoices().density}`;
  if (layout !== layoutOfHeights) heights.clear();
  layoutOfHeights = layout;
  for (const row of document.querySelectorAll<HTMLElement>('li[data-house]'))
    if (row.dataset['house'] !== undefined && row.offsetHeight > 0) heights.set(row.dataset['house'], row.offsetHeight);
}

/** A long list of houses. Only the rows near the window are in the document, and the row with the focus. */
export default function WindowedRows(list: HouseListProps) {
  const { houses, isStale } = list;
  const element = useRef<HTMLUListElement>(null);
  useState(noteHeights);
  const { density } = usePreferences();
  useKeptFocus(element);
  const [margin, setMargin] = useState<number>();
  useLayoutEffect(() => {
    setMargin(topOf(element.current));
    // The page changes its height when a part above the list opens or closes.
    const observer = new ResizeObserver(() => setMargin(topOf(element.current)));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const row = useRowInSight(element);
  const focused = useFocusedHouse(element);
  const focusedIndex = focused === undefined ? -1 : houses.findIndex(({ houseId }) => houseId === focused);
  const rangeExtractor = useCallback(
    (range: Range) => withNeighbors(defaultRangeExtractor(range), focusedIndex, range.count),
    [focusedIndex],
  );
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: houses.length,
    getItemKey: (index) => houses[index]?.houseId ?? index,
    estimateSize: (index) => heights.get(houses[index]?.houseId ?? '') ?? estimatedPx[density],
    overscan,
    rangeExtractor,
    scrollMargin: margin ?? 0,
    scrollPaddingStart: row?.top ?? 0,
    useFlushSync: false,
  });
  const returned = useRef(false);
  useLayoutEffect(() => {
    if (margin === undefined || returned.current) return;
    returned.current = true;
    const index = row ? houses.findIndex(({ houseId }) => houseId === row.houseId) : -1;
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'start' });
  }, [virtualizer, row, houses, margin]);
  useEffect(
    () => () => {
      for (const [key, px] of virtualizer.itemSizeCache) heights.set(String(key), px);
    },
    [virtualizer],
  );
  const densityOfHeights = useRef(density);
  useLayoutEffect(() => {
    if (densityOfHeights.current === density) return;
    densityOfHeights.current = density;
    noteHeights();
    virtualizer.measure();
  }, [virtualizer, density]);
  const isPrinting = usePrinting();
  const items = isPrinting
    ? houses.slice(0, maxPrinted).map((_, index) => ({ index, start: undefined }))
    : virtualizer.getVirtualItems();
  return (
    <ul
      ref={element}
      className={isPrinting ? undefined : styles.windowed}
      style={isPrinting ? undefined : { height: virtualizer.getTotalSize() }}
      aria-busy={isStale}
    >
      {items.map(({ index, start }) => {
        const house = houses[index];
        return (
          house && (
            <HouseRow
              key={house.houseId}
              {...rowOf(list, house, index)}
              top={start === undefined ? undefined : start - (margin ?? 0)}
              measure={isPrinting ? undefined : virtualizer.measureElement}
            />
          )
        );
      })}
    </ul>
  );
}

/** The distance of the list from the top of the document. */
const topOf = (list: Element | null | undefined) =>
  list ? Math.round(list.getBoundingClientRect().top + window.scrollY) : 0;

/** Gives the focus back to the row that had it in the plain list, whose place this list takes. */
function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const [before] = useState(() => document.activeElement?.closest<HTMLElement>('li[data-house]')?.dataset['house']);
  useLayoutEffect(() => {
    if (before !== undefined)
      list.current?.querySelector<HTMLElement>(`#house-${before}`)?.focus({ preventScroll: true });
  }, [list, before]);
}

/** The id of the house whose row has the focus. */
function useFocusedHouse(list: RefObject<HTMLElement | null>) {
  const [focused, setFocused] = useState<string>();
  useEffect(() => {
    const element = list.current;
    const note = () => setFocused(document.activeElement?.closest<HTMLElement>('li[data-house]')?.dataset['house']);
    const events = ['focusin', 'focusout'];
    for (const event of events) element?.addEventListener(event, note);
    return () => {
      for (const event of events) element?.removeEventListener(event, note);
    };
  }, [list]);
  return focused;
}

/** Keeps the row with the focus and those beside it in the document, wherever the window is. */
function withNeighbors(indexes: number[], focusedIndex: number, count: number) {
  if (focusedIndex < 0) return indexes;
  const near = [focusedIndex - 1, focusedIndex, focusedIndex + 1].filter((index) => index >= 0 && index < count);
  return [...new Set([...indexes, ...near])].toSorted((one, other) => one - other);
}

/** Whether the page is being printed. A printed page has no window that rows could be near. */
function usePrinting() {
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
