import type { MouseEvent } from 'react';

/** The second click of a double click must not press what took the place of the first one's button. */
export const exceptDoubleClick = (action: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) action();
};
