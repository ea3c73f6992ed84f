import { describe, expect, it } from '@jest/globals';
import { brokenLine, chartEnd, pointAt, createScales, steppedLine } from 'web/features/ljmonitor/charts/chart-lines';

const points = [
  { time: 1_000, value: 500 },
  { time: 2_000, value: 600 },
  { time: 4_000, value: 400 },
];

describe('a chart line', () => {
  it('goes from edge to edge with the highest value on top', () => {
    const { x, y } = createScales(points, 5_000);
    expect([1_000, 3_000, 5_000].map(x)).toEqual([0, 500, 1_000]);
    expect([400, 500, 600].map(y)).toEqual([100, 50, 0]);
  });

  it('puts equal values and a single time in the middle', () => {
    const { x, y } = createScales([{ time: 1_000, value: 500 }], 1_000);
    expect([x(1_000), y(500)]).toEqual([500, 50]);
  });

  it('holds each price until the next, and the last to the end', () => {
    expect(steppedLine(points, createScales(points, 5_000), 5_000)).toBe('M0 50H250V0H750V100H1000');
    expect(steppedLine([], createScales([], 0), 0)).toBe('');
  });

  it('breaks at gaps between measurements and shows a single one as a dot', () => {
    const scales = createScales(points, 4_000);
    expect(brokenLine(points, scales, 3_000)).toBe('M0 50h0L333.3 0L1000 100');
    expect(brokenLine(points, scales, 1_500)).toBe('M0 50h0L333.3 0M1000 100h0');
  });

  it('ends now, or a little after a new value', () => {
    expect(chartEnd(points, 9_000)).toBe(9_000);
    expect(chartEnd(points, 4_000)).toBe(4_150);
    expect(chartEnd([], 4_000)).toBe(4_000);
  });
});

describe('the point at a time', () => {
  it('is the last one before it, or the first one', () => {
    expect(pointAt(points, 3_999)).toBe(points[1]);
    expect(pointAt(points, 4_000)).toBe(points[2]);
    expect(pointAt(points, 0)).toBe(points[0]);
    expect(pointAt([], 0)).toBeUndefined();
  });
});
