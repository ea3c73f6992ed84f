import { useLayoutEffect } from 'react';

/** The number of components that want each mark. */
const wanted = new Map<string, number>();

function want(name: string, change: number) {
  const count = (wanted.get(name) ?? 0) + change;
  wanted.set(name, count);
  if (count > 0) document.documentElement.dataset[name] = '';
  else delete document.documentElement.dataset[name];
}

/**
 * Marks the document's root while a component is shown, for style sheets of parts far from it. With `:has()` there, each
 * key would recalculate the styles of the whole document, which took 12 ms at 1,000 messages.
 */
export function useRootMark(name: string) {
  useLayoutEffect(() => {
    want(name, 1);
    return () => want(name, -1);
  }, [name]);
}
