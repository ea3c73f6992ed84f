/** Characters that reverse the text after them, and would reverse other houses of a list, too. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Replaces white space of every kind by single spaces, because the site breaks and pads lines at random. */
export const foldWhitespace = (text: string) =>
  text
    .replace(directionMarks, '')
    .replace(/[\p{Cc}\u00a0\u2000-\u200b\u2028\u2029\u3000\ufeff\s]+/gu, ' ')
    .trim();

/** Makes texts comparable that differ only in white space or in full-width characters. */
export const normalizeText = (text: string) => foldWhitespace(text.normalize('NFKC'));
