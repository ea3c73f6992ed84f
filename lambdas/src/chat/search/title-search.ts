import { isEmptySearch, searchableText, searchTerms } from 'shared-types/rules/chat/find-messages';
import { hasTerms } from './has-terms.ts';

/** Returns the rule by which a search finds titles: they have its text as it is, or each of its terms if some are `title:`. */
export function titleSearch(search: string): (title: string) => boolean {
  const { title: ofTitle, ...others } = searchTerms(search);
  const [hasTitle, hasOthers] = [hasTerms(ofTitle), hasTerms(others)];
  const asItIs = searchableText(search).trim();
  return (title) => {
    const searchable = searchableText(title);
    if (isEmptySearch(ofTitle)) return searchable.includes(asItIs);
    return hasTitle(searchable) && hasOthers(searchable);
  };
}
