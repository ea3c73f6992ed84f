/** A number from 0 up to 1 that depends on the words alone: the same words give the same number on every machine. */
export function chance(...words: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const word of words) {
    if (typeof word === 'number') hash = stirred(stirred(hash, word | 0), Math.floor(word / 2 ** 32));
    else for (let at = 0; at < word.length; at++) hash = stirred(hash, word.charCodeAt(at));
    hash = stirred(hash, 0x1f);
  }
  // Neighbouring serial numbers lie close together until now; two rounds of mixing spread them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const stirred = (hash: number, value: number) => Math.imul(hash ^ value, 0x01000193);

/** One of the choices, by the words. */
export function choose<Choice>(choices: readonly Choice[], ...words: (string | number)[]): Choice {
  const choice = choices[Math.floor(chance(...words) * choices.length)];
  if (choice === undefined) throw new Error('nothing to choose from');
  return choice;
}

/** A whole number from `from` to `to`, both included, by the words. */
export const between = (from: number, to: number, ...words: (string | number)[]) =>
  from + Math.floor(chance(...words) * (to - from + 1));
