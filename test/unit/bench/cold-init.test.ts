import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ColdInit, measureColdInit, mostGzipBytes, mostTimesEmpty } from '../../../bench/cold-init.ts';

let measured: ColdInit[];
beforeAll(() => {
  measured = measureColdInit(5, mostTimesEmpty);
}, 120_000);

describe('the functions of the app', () => {
  it('are all measured', () => {
    expect(measured.length).toBeGreaterThanOrEqual(4);
  });

  it('are small', () => {
    expect(measured.filter(({ gzipBytes }) => gzipBytes > mostGzipBytes)).toEqual([]);
  });

  // The lowest of a few: a busy machine makes a start look dearer than it is, never cheaper by as much.
  it('start without more work than a few times that of an empty one', () => {
    expect(measured.filter(({ lowestRatio }) => lowestRatio > mostTimesEmpty)).toEqual([]);
  });
});
