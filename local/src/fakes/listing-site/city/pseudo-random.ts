/** Returns a pseudo-random number from 0 up to 1. The same seeds give the same number on every machine. */
export function pseudoRandom(...seeds: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const seed of seeds) {
    if (typeof seed === 'number') hash = mixed(mixed(hash, seed | 0), Math.floor(seed / 2 ** 32));
    else for (let at = 0; at < seed.length; at++) hash = mixed(hash, seed.charCodeAt(at));
    hash = mixed(hash, 0x1f);
  }
  // Two rounds of mixing spread the hashes of neighboring serial numbers.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

const mixed = (hash: number, value: number) => Math.imul(hash ^ value, 0x01000193);

/** Picks one of the choices by the seeds. */
export function pick<Choice>(choices: readonly Choice[], ...seeds: (string | number)[]): Choice {
  const choice = choices[Math.floor(pseudoRandom(...seeds) * choices.length)];
  if (choice === undefined) throw new Error('nothing to pick from');
  return choice;
}

/** Picks a whole number from `from` to `to`, both included, by the seeds. */
export const pseudoRandomInteger = (from: number, to: number, ...seeds: (string | number)[]) =>
  from + Math.floor(pseudoRandom(...seeds) * (to - from + 1));
