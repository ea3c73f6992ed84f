export interface Point {
  time: number;
  value: number;
}

/** The size of the plot in SVG units. CSS stretches it to the available space. */
export const plotWidth = 1000;
export const plotHeight = 100;

export interface Scales {
  x: (time: number) => number;
  y: (value: number) => number;
}

/** Maps the time from the first point to `until`, and the values from lowest to highest. Equal values lie in the middle. */
export function createScales(points: readonly Point[], until: number): Scales {
  const times = [...points.map(({ time }) => time), until];
  const values = points.map(({ value }) => value);
  return {
    x: spread(Math.min(...times), Math.max(...times), 0, plotWidth),
    y: spread(Math.min(...values), Math.max(...values), plotHeight, 0),
  };
}

function spread(min: number, max: number, from: number, to: number) {
  return (value: number) =>
    Math.round((max === min ? (from + to) / 2 : from + ((value - min) / (max - min)) * (to - from)) * 10) / 10;
}

/** Returns now, or a time after the last point that leaves room to see its value. */
export function chartEnd(points: readonly Point[], now: number): number {
  const first = points[0]?.time ?? now;
  const last = points.at(-1)?.time ?? now;
  return Math.max(now, last + (last - first) / 20);
}

/** Returns the SVG path of a step line: each value holds until the next point, the last one until `until`. */
export function steppedLine(points: readonly Point[], { x, y }: Scales, until: number): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const steps = rest.map(({ time, value }) => `H${x(time)}V${y(value)}`).join('');
  return `M${x(first.time)} ${y(first.value)}${steps}H${x(until)}`;
}

/**
 * Returns the SVG path from value to value. It breaks at gaps longer than `maxGapMs`, and shows a single value as a
 * dot.
 */
export function brokenLine(points: readonly Point[], { x, y }: Scales, maxGapMs: number): string {
  return points
    .map(({ time, value }, index) => {
      const before = points[index - 1];
      const isConnected = before !== undefined && time - before.time <= maxGapMs;
      return `${isConnected ? 'L' : 'M'}${x(time)} ${y(value)}${isConnected ? '' : 'h0'}`;
    })
    .join('');
}

/** Returns the last point at or before a time, or the first point if all points are later. */
export const pointAt = (points: readonly Point[], time: number) =>
  points.findLast((point) => point.time <= time) ?? points[0];
