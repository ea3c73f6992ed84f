import type { MouseEvent } from 'react';

/** The second click of a double click must not press what took the place of the first one's button. */
export const exceptDoubleClick = (action: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) action();
};

/** Mutations with the same id run one after the other: an undo must not overtake the change it undoes. */
export const inSequence = (id: string) => ({ scope: { id } });
