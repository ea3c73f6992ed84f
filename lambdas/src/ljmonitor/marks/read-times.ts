/** Times have as many digits to the base of 36 until the year 2059. */
const timeDigits = 8;

/** How many digits two ids have in common at their beginning, as a letter. Ids have at most 24 digits. */
const letterOf = (shared: number) => String.fromCodePoint(65 + shared);
const sharedOf = (letter: string) => (letter.codePointAt(0) ?? 0) - 65;

function sharedDigits(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}

/**
 * Writes the read times of houses whose ids end in the same two digits as one text: 'A1071040001mwqcvpc0J2mwqcvpc1'. The ids are sorted
 * and go without these digits. Each one is a letter, which says how many digits of the one before it begins with, and the other
 * digits; its time follows. So a mark of thousands takes 14 bytes, where ids as they are would take 20.
 */
export function writeReadTimes(times: ReadonlyMap<string, number>): string {
  let before = '';
  return [...times]
    .map(([houseId, timeMs]) => [houseId.slice(0, -2), timeMs.toString(36).padStart(timeDigits, '0')] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, time]) => {
      const shared = sharedDigits(id, before);
      before = id;
      return letterOf(shared) + id.slice(shared) + time;
    })
    .join('');
}

export type ReadTimes = ReadonlyMap<string, number>;

function readReadTimes(text: string, ending: string): ReadTimes {
  const times = new Map<string, number>();
  let id = '';
  for (const [, letter = '', rest = '', time = ''] of text.matchAll(/([A-Z])([^A-Z]*)([^A-Z]{8})/g)) {
    id = id.slice(0, sharedOf(letter)) + rest;
    times.set(id + ending, Number.parseInt(time, 36));
  }
  return times;
}

/** Enough for the marks of some people, each in a hundred texts. */
const maxKept = 1000;

/** Returns a function that reads a text, and keeps what it has read, because few of a person's texts change between two lists. */
export function readTimesReader() {
  const kept = new Map<string, ReadTimes>();
  return (text: string, ending: string): ReadTimes => {
    const key = `${ending} ${text}`;
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= maxKept) kept.clear();
    const times = readReadTimes(text, ending);
    kept.set(key, times);
    return times;
  };
}

/** Returns a function that joins read times, and gives the last ones again while it is asked for the same. */
export function readTimesJoiner() {
  let last: { parts: readonly ReadTimes[]; joined: ReadTimes } = { parts: [], joined: new Map() };
  return (parts: readonly ReadTimes[]): ReadTimes => {
    const isSame = parts.length === last.parts.length && parts.every((part, index) => part === last.parts[index]);
    if (!isSame) last = { parts, joined: new Map(parts.flatMap((part) => [...part])) };
    return last.joined;
  };
}
