import { foldText } from './fold-text.ts';

/** Returns the words of a search, folded. */
export const wordsOf = (search: string): string[] => foldText(search).split(/\s+/u).filter(Boolean);

/** Returns whether a folded text has all of these words. */
export const hasWords = (text: string, words: readonly string[]) => words.every((word) => hasWord(text, word));

const chineseOnly = /^\p{Script=Han}{4,}$/u;
const minPiece = 2;

/**
 * A search in Chinese has no spaces: '柳荫里南北通透' finds a house of 柳荫里 that is called 南北通透. Such a word may be in
 * pieces of two characters or more.
 */
function hasWord(text: string, word: string): boolean {
  if (text.includes(word)) return true;
  if (!chineseOnly.test(word) || !text.includes(word.slice(0, minPiece)) || !text.includes(word.slice(-minPiece)))
    return false;
  /** The places of the word up to which it can be put together of pieces. */
  const ends = [true];
  for (let end = minPiece; end <= word.length; end++)
    ends[end] = Array.from({ length: end - minPiece + 1 }, (_, start) => start).some(
      (start) => ends[start] === true && text.includes(word.slice(start, end)),
    );
  return ends[word.length] === true;
}
