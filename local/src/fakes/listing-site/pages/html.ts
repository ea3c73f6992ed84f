/** Escapes text for HTML content and attributes. */
export const escaped = (text: string | number) =>
  String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
