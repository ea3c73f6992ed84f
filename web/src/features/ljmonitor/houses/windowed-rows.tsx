import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { getChoices, usePreferences } from '../../../lib/preferences/preferences.ts';
import { maxPrinted, useKeptFocus, usePrinting, useRange, useTop } from '../../../ui/windowed-list.ts';
import { type HouseListProps, rowOf } from './house-pages.ts';
import { HouseRow } from './house-row.tsx';
import styles from './houses.module.css';
import { useRowInSight } from './return-to-row.tsx';

/** Rows beyond the window, so that the next key and the next turn of the wheel find theirs. */
const overscan = 8;
const estimatedPx = { comfortable: 98, compact: 33 };

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
  useKeptFocus(element, 'house');
  const margin = useTop(element);
  const row = useRowInSight(element);
  const rangeExtractor = useRange(
    element,
    'house',
    houses.map(({ houseId }) => houseId),
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
