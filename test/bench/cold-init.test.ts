import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ColdInit, measureColdInit, maxGzipBytes, maxTimesEmpty } from '../../bench/functions/cold-init.ts';

let measured: ColdInit[];
beforeAll(() => {
  measured = measureColdInit(15, maxTimesEmpty);
}, 120_000);

describe('the functions of the app', () => {
  it('measures every function', () => {
    expect(measured.length).toBeGreaterThanOrEqual(4);
  });

  it('keeps every bundle below its size limit', () => {
    expect(measured.filter(({ name, gzipBytes }) => gzipBytes > maxGzipBytes(name))).toEqual([]);
  });

  // The lowest of a few runs counts: a busy machine makes a start look slower than it is, never faster by as much.
  it('starts every function within five times the work of an empty one', () => {
    expect(measured.filter(({ lowestRatio }) => lowestRatio > maxTimesEmpty)).toEqual([]);
  });
});
