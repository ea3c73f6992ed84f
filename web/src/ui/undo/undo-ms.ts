/** 'Undo' is offered for this long. */
export const undoMs = 5_000;
