/** Text as it may stand in HTML, in an attribute too. */
export const escaped = (text: string | number) =>
  String(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
