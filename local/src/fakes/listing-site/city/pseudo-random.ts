/** A pseudo-random number from 0 up to 1. The same words give the same number on every machine. */
export function pseudoRandom(...words: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const word of words) {
    if (typeof word === 'number') hash = mixed(mixed(hash, word | 0), Math.floor(word / 2 ** 32));
    else for (let at = 0; at < word.length; at++) hash = mixed(hash, word.charCodeAt(at));
    hash = mixed(hash, 0x1f);
  }
  // Two rounds of mixing spread the hashes of neighbouring serial numbers.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const mixed = (hash: number, value: number) => Math.imul(hash ^ value, 0x01000193);

/** Picks one of the choices by the words. */
export function pick<Choice>(choices: readonly Choice[], ...words: (string | number)[]): Choice {
  const choice = choices[Math.floor(pseudoRandom(...words) * choices.length)];
  if (choice === undefined) throw new Error('nothing to pick from');
  return choice;
}

/** Picks a whole number from `from` to `to`, both included, by the words. */
export const pseudoRandomInteger = (from: number, to: number, ...words: (string | number)[]) =>
  from + Math.floor(pseudoRandom(...words) * (to - from + 1));
