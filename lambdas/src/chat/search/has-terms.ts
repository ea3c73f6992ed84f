import type { SearchTerms } from 'shared-types/rules/chat/find-messages';
import { hasWords } from 'shared-types/rules/search/search-words';

/** Returns whether a searchable text has all words and all phrases. */
export const hasTerms = (searchable: string, { words, phrases }: SearchTerms) =>
  phrases.every((phrase) => searchable.includes(phrase)) && hasWords(searchable, words);
