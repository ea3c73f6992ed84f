import { foldText } from './fold-text.ts';

/** Returns the words of a search, folded. */
export const wordsOf = (search: string): string[] => foldText(search).split(/\s+/u).filter(Boolean);

/** Returns whether some folded texts have all of these words: each word is in one of them, or its pieces are. */
export const hasWords = (texts: readonly string[], words: readonly string[]) =>
  words.every((word) => hasWord(texts, word));

const isHan = (character = '') => /\p{Script=Han}/u.test(character);
const minWord = 4;
const minPiece = 2;

/** A word of other letters or digits is in one piece: '60.25' is not '60.' and '25'. */
export const mayPartAt = (word: string, place: number) =>
  place === 0 || place === word.length || isHan(word[place - 1]) || isHan(word[place]);

/**
 * A search in Chinese has no spaces: '柳荫里南北通透' finds a house of 柳荫里 that is called 南北通透, and '柳荫里2室' one of two
 * rooms. Such a word may be in pieces of two characters or more.
 */
function hasWord(texts: readonly string[], word: string): boolean {
  const has = (piece: string) => texts.some((text) => text.includes(piece));
  if (has(word)) return true;
  if (word.length < minWord || !isHan(word) || !has(word.slice(0, minPiece)) || !has(word.slice(-minPiece)))
    return false;
  /** The places of the word up to which it can be put together of pieces. */
  const ends = [true];
  for (let end = minPiece; end <= word.length; end++)
    ends[end] =
      mayPartAt(word, end) &&
      Array.from({ length: end - minPiece + 1 }, (_, start) => start).some(
        (start) => ends[start] === true && has(word.slice(start, end)),
      );
  return ends[word.length] === true;
}
