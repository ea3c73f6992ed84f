/** Gives an element the focus after a wait, unless the person has meanwhile gone on to a place outside of `home`. */
export function giveFocus(element: HTMLElement | null | undefined, home: Element | null | undefined) {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body || home?.contains(activeElement)) element?.focus();
}
