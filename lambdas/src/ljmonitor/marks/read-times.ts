/** Times have as many digits to the base of 36 until the year 2059. */
const digits = 8;

/** Writes the read times of houses whose ids end in the same two digits, without these, as one text: 'mwqcvpc01071040001,…'. */
export const writeReadTimes = (times: ReadonlyMap<string, number>): string =>
  [...times].map(([houseId, timeMs]) => timeMs.toString(36).padStart(digits, '0') + houseId.slice(0, -2)).join(',');

export type ReadTimes = ReadonlyMap<string, number>;

const readReadTimes = (text: string, ending: string): ReadTimes =>
  new Map(
    text === ''
      ? []
      : text.split(',').map((mark) => [mark.slice(digits) + ending, Number.parseInt(mark.slice(0, digits), 36)]),
  );

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
