/** Times have as many digits to the base of 36 until the year 2059. */
const digits = 8;

/** Writes the read times of houses whose ids end in the same two digits, without these, as one text: 'mwqcvpc01071040001,…'. */
export const writeReadTimes = (times: ReadonlyMap<string, number>): string =>
  [...times].map(([houseId, timeMs]) => timeMs.toString(36).padStart(digits, '0') + houseId.slice(0, -2)).join(',');

export const readReadTimes = (text: string, ending: string): [houseId: string, timeMs: number][] =>
  text === ''
    ? []
    : text.split(',').map((mark) => [mark.slice(digits) + ending, Number.parseInt(mark.slice(0, digits), 36)]);
