/** Keys that are pressed in a field belong to its text. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || isTextInput(target));

const isTextInput = (element: HTMLElement) =>
  element instanceof HTMLInputElement && !/^(checkbox|radio|button|submit)$/.test(element.type);
