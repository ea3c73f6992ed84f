/** Moves the focus from a row that is about to disappear to the same place in the next row, or in the one before it. */
export function focusNeighbor(row: HTMLElement | null) {
  if (!row?.contains(document.activeElement)) return;
  const neighbor = row.nextElementSibling ?? row.previousElementSibling;
  const buttons = neighbor?.querySelectorAll('button') ?? [];
  const target = [...buttons].at(-1) ?? document.querySelector('main');
  target?.focus({ preventScroll: true });
}
