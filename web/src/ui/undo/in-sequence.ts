/** Mutations with the same id run one after the other: an undo must not overtake the change it undoes. */
export const inSequence = (id: string) => ({ scope: { id } });
