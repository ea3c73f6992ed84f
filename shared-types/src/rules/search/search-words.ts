import { foldText } from './fold-text.ts';

/** Returns the words of a search, folded. */
export const wordsOf = (search: string): string[] => foldText(search).split(/\s+/u).filter(Boolean);

/**
 * Returns whether a folded text has all of these words: each word is in it or in what is known beside it, or its pieces are. A search
 * asks it of 20,000 houses, so it takes two texts and no list of them, which would be made for each.
 */
export const hasWords = (text: string, words: readonly string[], beside = ''): boolean =>
  words.every((word) => hasWord(text, beside, word));

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
function hasWord(text: string, beside: string, word: string): boolean {
  const has = (piece: string) => text.includes(piece) || beside.includes(piece);
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
