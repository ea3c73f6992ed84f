import { useLayoutEffect, useRef } from 'react';

/**
 * Tells the style sheets, as `--bars`, how high the part is that stays at the top, so that a row that gets the focus stops below
 * it. In a wide window that is the whole part, and in a narrow one, where the part has no box of its own, its first line.
 */
export function useBarsHeight() {
  const bars = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const elements = [bars.current, bars.current?.firstElementChild].filter((each) => each instanceof HTMLElement);
    const note = () => {
      const height = elements.find(({ offsetHeight }) => offsetHeight > 0)?.offsetHeight ?? 0;
      style.setProperty('--bars', `${height}px`);
    };
    const observer = new ResizeObserver(note);
    for (const element of elements) observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--bars');
    };
  }, []);
  return bars;
}
