/** An article, up to two words, and a noun that a preposition, a relative clause or the end follows. */
const opening =
  /^(?:The|An?|Every|Each|Another|One) (?:(?:[\w-]*[^s\W]|[\w-]+'s?) ){0,2}([\w-]+)(?= (?:of|in|for|with|at|by|to|from|on|without|that|which|who|whose)\b|$)/;

const auxiliary =
  /^(is|are|was|were|has|have|had|does|do|did|may|might|must|can|cannot|could|would|will|should|got|took|began|wrote|fell|came|went|saw|made|kept|held|left|lost|sent|found|told|ran|stood|gave|knew|said|grew)$/;

/** A word that ends like a verb is a noun after one of these. */
const beforeNoun =
  /^(the|a|an|of|all|this|these|those|its|their|in|with|for|to|from|by|at|on|and|or|no|other|own|many|two|three|more|than|last|first|without|.*'s?)$/;

/**
 * Returns whether a sentence is surely a noun phrase, as "The browser of the last place" or "Whether it is open". It knows
 * no grammar, so it finds the plain forms only, and leaves every sentence alone that may have a verb.
 */
export function isNounPhrase(sentence: string): boolean {
  if (/^(Whether|True|False|Undefined)\b/.test(sentence)) return true;
  const phrase = sentence.replaceAll(/[:;(].*$|\.$/g, '').trim();
  if (/^(The|All) (?:\w+ed )?\w+s of (the|an?|all) \w+$/.test(phrase)) return true;
  const noun = opening.exec(phrase)?.[1];
  // A verb of a plural has no ending to know it by.
  if (noun === undefined || /[^su]s$|^(people|news)$/.test(noun) || auxiliary.test(noun)) return false;
  if (/ (if|when|because|while|where|until|so|after|before|as) /.test(phrase)) return false;
  const words = phrase.split(/[ ,]+/);
  const verbs = words.filter((word, at) => at > 1 && isVerb(word, words[at - 1] ?? ''));
  return verbs.length <= (words.some((word) => /^(that|which|who|whose)$/.test(word)) ? 1 : 0);
}

const isVerb = (word: string, before: string) =>
  auxiliary.test(word) || (/^[a-z-]+([^su]s|ed)$/.test(word) && !beforeNoun.test(before) && !auxiliary.test(before));
