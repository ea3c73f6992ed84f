import { firstCharacters } from './first-characters.ts';
import { foldText } from '../search/fold-text.ts';
import { mayPartAt } from '../search/search-words.ts';
import { plainText } from './plain-text.ts';

/** A search of messages, folded. A phrase stands in quotes and is found as it is; a word may be in pieces if it is Chinese. */
export interface SearchTerms {
  words: readonly string[];
  phrases: readonly string[];
}

/** A search of messages, of which a part may be about the titles of their conversations: `title:tea` or `title:"green tea"`. */
export interface MessageSearch extends SearchTerms {
  title: SearchTerms;
}

const quoted = /"([^"]*)"|“([^”]*)”|「([^」]*)」/gu;
/**
 * A phrase, which may have the word `title:` itself, or what follows that word elsewhere. A quote that is still open, or no word
 * at all, is that of a search that its user is typing.
 */
const phraseOrTitle =
  /"[^"]*"|“[^”]*”|「[^」]*」|(?<!\S)title:("[^"]*(?:"|$)|“[^”]*(?:”|$)|「[^」]*(?:」|$)|[^\s"“”「」]+|$)/giu;
const withSingleSpaces = (text: string) => text.replaceAll(/\s+/gu, ' ');

/** Parts a search into what is about the titles of conversations, and the rest. */
function partsOf(search: string) {
  const titles: string[] = [];
  const rest = search.replaceAll(phraseOrTitle, (match, title: string | undefined) => {
    if (title === undefined) return match;
    titles.push(title);
    return ' ';
  });
  return { titles, rest };
}

export function searchTerms(search: string): MessageSearch {
  const { titles, rest } = partsOf(withSingleSpaces(foldText(search)));
  return { ...termsOf(rest), title: termsOf(titles.join(' ')) };
}

function termsOf(folded: string): SearchTerms {
  const phrases = [...folded.matchAll(quoted)].map((match) => (match[1] ?? match[2] ?? match[3] ?? '').trim());
  // A quote that is still open is that of a phrase that its user is typing.
  const words = folded
    .replaceAll(quoted, ' ')
    .replaceAll(/["“”「」]/gu, ' ')
    .split(' ');
  return { words: words.filter(Boolean), phrases: phrases.filter(Boolean) };
}

export const isEmptySearch = ({ words, phrases }: SearchTerms) => words.length === 0 && phrases.length === 0;

/** Returns the part of a search that is about the messages of a conversation, and not about its title. */
export const withoutTitle = (search: string) => withSingleSpaces(partsOf(search.normalize('NFKC')).rest).trim();

/**
 * Returns the text of a message as searches compare it: without case, and with one space wherever there is white space.
 */
export const searchableText = (text: string) => withSingleSpaces(foldText(text));

/** The places in a text from and up to which something was found, in UTF-16 units. */
export interface Range {
  from: number;
  to: number;
}

/** White space, or a character with the marks that are composed with it. */
const unit = /\s+|\P{M}\p{M}*|\p{M}+/gu;

/** Returns a searchable text with the places of its characters in the original. */
function withPlaces(text: string) {
  let searchable = '';
  const places: Range[] = [];
  for (const { 0: piece, index } of text.matchAll(unit)) {
    const folded = searchableText(piece);
    searchable += folded;
    for (let place = 0; place < folded.length; place++) places.push({ from: index, to: index + piece.length });
  }
  return { searchable, places };
}

const minPiece = 2;

/**
 * Returns the pieces of a word that a text has, the longest first found. A word that stands there as a whole is its
 * only piece, and only a word with Chinese has several.
 */
function piecesIn(searchable: string, word: string): string[] {
  if (searchable.includes(word)) return [word];
  const pieces: string[] = [];
  for (let start = 0; start + minPiece <= word.length;) {
    const isThere = (end: number) => mayPartAt(word, end) && searchable.includes(word.slice(start, end));
    let end = mayPartAt(word, start) ? word.length : start;
    while (end - start >= minPiece && !isThere(end)) end -= 1;
    const isFound = end - start >= minPiece;
    if (isFound) pieces.push(word.slice(start, end));
    start = isFound ? end : start + 1;
  }
  return pieces;
}

/** A message with thousands of finds is marked up to this one, so that no page waits for it. */
const maxRanges = 500;

/** Finds every place of the words and phrases in a text, in their order and without overlaps. */
export function rangesOf(text: string, { words, phrases }: SearchTerms): Range[] {
  const { searchable, places } = withPlaces(text);
  const pieces = new Set([...phrases, ...words.flatMap((word) => piecesIn(searchable, word))]);
  const found: Range[] = [];
  for (const piece of pieces)
    for (
      let at = searchable.indexOf(piece), count = 0;
      at !== -1 && count < maxRanges;
      at = searchable.indexOf(piece, at + piece.length), count++
    ) {
      const [first, last] = [places[at], places[at + piece.length - 1]];
      if (first && last) found.push({ from: first.from, to: last.to });
    }
  const ranges: Range[] = [];
  for (const range of found.toSorted((one, other) => one.from - other.from)) {
    const last = ranges.at(-1);
    if (last && range.from < last.to) last.to = Math.max(last.to, range.to);
    else ranges.push(range);
  }
  return ranges;
}

const excerptBefore = 60;
const excerptLength = 240;

/** Returns a part of a text around the first find, in one line. The marks of a whole character stay together. */
export function excerptOf(text: string, terms: SearchTerms): string {
  const line = withSingleSpaces(text).trim();
  const first = rangesOf(line, terms)[0]?.from ?? 0;
  const from = first <= excerptBefore ? 0 : first - excerptBefore;
  const to = Math.min(line.length, from + excerptLength);
  const cut = firstCharacters(line.slice(from), to - from).replace(/^[\uDC00-\uDFFF]/, '');
  return `${from > 0 ? '…' : ''}${cut}${to < line.length ? '…' : ''}`;
}

/** Cuts an answer without the marks of Markdown, unless these were searched for, or the address of a link. */
export function excerptOfAnswer(markdown: string, terms: SearchTerms): string {
  const words = plainText(markdown);
  const [ofWords, ofMarks] = [searchableText(words), searchableText(markdown)];
  const isThere = (term: string) => ofWords.includes(term) || !ofMarks.includes(term);
  return excerptOf([...terms.words, ...terms.phrases].every(isThere) ? words : markdown, terms);
}
