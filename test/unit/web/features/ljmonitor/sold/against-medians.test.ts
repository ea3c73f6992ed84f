import { describe, expect, it } from '@jest/globals';
import { compareWithMedian } from 'web/features/ljmonitor/sold/against-medians.tsx';

describe('a unit price against a median', () => {
  it.each([
    [4, '86,000 元/㎡ is 4% above the median of 3 sales in the last 12 months, 82,700 元/㎡.'],
    [-4, '86,000 元/㎡ is 4% below the median of 3 sales in the last 12 months, 82,700 元/㎡.'],
    [0, '86,000 元/㎡ is at the median of 3 sales in the last 12 months, 82,700 元/㎡.'],
  ])('by %p percent', (percent, text) => {
    expect(compareWithMedian(86_000, percent, 82_700, 'the median of 3 sales in the last 12 months')).toBe(text);
  });
});
