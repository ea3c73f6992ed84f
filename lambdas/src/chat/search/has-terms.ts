import type { SearchTerms } from 'shared-types/rules/chat/find-messages';
import { hasWords } from 'shared-types/rules/search/search-words';

/** The marks of Markdown and the address of a link that may stand before a space of a phrase, and marks that may follow it. */
const space = '[*_~`]*(?:\\]\\([^()\\s]{0,2000}\\)[*_~`]*)? [*_~`[]*';
/** The marks that may stand beside Chinese or a punctuation mark. Within a word of letters they are a part of a name. */
const marks = '[*_~`]{0,4}';
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const isLetter = (character = '') => /^[\p{L}\p{N}]$/u.test(character) && !/^\p{Script=Han}$/u.test(character);

/**
 * Returns a test of whether a text has a phrase. A person sees no marks of Markdown, so 'green tea' finds 'green **tea**', too, and
 * '[green](https://…) tea'. One that has marks itself is found as it is: they could stand for those of the text in too many ways.
 */
function hasPhrase(phrase: string): (searchable: string) => boolean {
  if (/[*_~`[]/.test(phrase)) return (searchable) => searchable.includes(phrase);
  const characters = Array.from(phrase);
  const pattern = characters.map((character, index) => {
    if (character === ' ') return space;
    const before = characters[index - 1] ?? ' ';
    const isParted = before !== ' ' && !(isLetter(before) && isLetter(character));
    return (isParted ? marks : '') + escaped(character);
  });
  const marked = new RegExp(pattern.join(''));
  return (searchable) => searchable.includes(phrase) || marked.test(searchable);
}

/** Returns a test of whether a searchable text has all words and all phrases. */
export function hasTerms({ words, phrases }: SearchTerms): (searchable: string) => boolean {
  const hasEach = phrases.map(hasPhrase);
  return (searchable) => hasEach.every((has) => has(searchable)) && hasWords(searchable, words);
}
