export interface Point {
  time: number;
  value: number;
}

/** The field that lines are drawn in; it is stretched to whatever room there is. */
export const plotWidth = 1000;
export const plotHeight = 100;

export interface Scales {
  x: (time: number) => number;
  y: (value: number) => number;
}

/** From the first point to `until`, and from the lowest value to the highest. Equal values lie in the middle. */
export function createScales(points: readonly Point[], until: number): Scales {
  const times = [...points.map(({ time }) => time), until];
  const values = points.map(({ value }) => value);
  return {
    x: spread(Math.min(...times), Math.max(...times), 0, plotWidth),
    y: spread(Math.min(...values), Math.max(...values), plotHeight, 0),
  };
}

function spread(least: number, most: number, from: number, to: number) {
  return (value: number) =>
    Math.round((most === least ? (from + to) / 2 : from + ((value - least) / (most - least)) * (to - from)) * 10) / 10;
}

/** Now, or so long after the last point that the value it brought can be seen. */
export function chartEnd(points: readonly Point[], now: number): number {
  const first = points[0]?.time ?? now;
  const last = points.at(-1)?.time ?? now;
  return Math.max(now, last + (last - first) / 20);
}

/** Each value holds until the next one, and the last until `until`. */
export function steppedLine(points: readonly Point[], { x, y }: Scales, until: number): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const steps = rest.map(({ time, value }) => `H${x(time)}V${y(value)}`).join('');
  return `M${x(first.time)} ${y(first.value)}${steps}H${x(until)}`;
}

/** From value to value, and broken where longer than `longestGapMs` nothing was measured; a value alone is a dot. */
export function brokenLine(points: readonly Point[], { x, y }: Scales, longestGapMs: number): string {
  return points
    .map(({ time, value }, index) => {
      const before = points[index - 1];
      const goesOn = before !== undefined && time - before.time <= longestGapMs;
      return `${goesOn ? 'L' : 'M'}${x(time)} ${y(value)}${goesOn ? '' : 'h0'}`;
    })
    .join('');
}

/** The last point at a moment or before it; the first one for moments before all. */
export const pointAt = (points: readonly Point[], time: number) =>
  points.findLast((point) => point.time <= time) ?? points[0];
