import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ColdInit, measureColdInit, mostTimesEmpty } from '../../bench/cold-init.ts';

/** A little above the benchmark's goal, which those miss that read pages (docs/decisions/0007) or ask a model (0021). */
const mostGzipBytes = (name: string) => (name === 'ChatGenerate' ? 153_000 : 148_000);

let measured: ColdInit[];
beforeAll(() => {
  measured = measureColdInit(5, mostTimesEmpty);
}, 120_000);

describe('the functions of the app', () => {
  it('are all measured', () => {
    expect(measured.length).toBeGreaterThanOrEqual(4);
  });

  it('are small', () => {
    expect(measured.filter(({ name, gzipBytes }) => gzipBytes > mostGzipBytes(name))).toEqual([]);
  });

  // The lowest of a few: a busy machine makes a start look dearer than it is, never cheaper by as much.
  it('start without more work than a few times that of an empty one', () => {
    expect(measured.filter(({ lowestRatio }) => lowestRatio > mostTimesEmpty)).toEqual([]);
  });
});
