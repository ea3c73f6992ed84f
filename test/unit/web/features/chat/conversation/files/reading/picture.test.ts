import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { fitInto } from 'web/features/chat/conversation/files/reading/picture';

describe('a picture that is made smaller', () => {
  it.each([
    [
      { width: 4000, height: 3000 },
      { width: 2048, height: 1536 },
    ],
    [
      { width: 3000, height: 4000 },
      { width: 1536, height: 2048 },
    ],
    [
      { width: 640, height: 480 },
      { width: 640, height: 480 },
    ],
    [
      { width: 30_000, height: 3 },
      { width: 2048, height: 1 },
    ],
  ])('of %j is %j', (size, fitted) => {
    expect(fitInto(2048, size)).toEqual(fitted);
  });

  it('is never empty and never larger than the square', () => {
    const side = fc.integer({ min: 1, max: 100_000 });
    fc.assert(
      fc.property(side, side, side, (square, width, height) => {
        const fitted = fitInto(square, { width, height });
        expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1);
        expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(square);
      }),
    );
  });
});
