import { describe, expect, it } from '@jest/globals';
import { describeMedians } from 'web/features/ljmonitor/charts/median-chart.tsx';
import { now } from '../fixtures.ts';

describe('the daily medians of a community', () => {
  it('are described in a sentence', () => {
    const day = { time: now, medianUnitPrice: 68_865, count: 31 };
    expect(describeMedians([day])).toBe('One day: 68,865 元/㎡.');
    expect(describeMedians([{ ...day, medianUnitPrice: 70_000 }, day])).toBe(
      '2 days: from 70,000 元/㎡ to 68,865 元/㎡.',
    );
    expect(describeMedians([])).toBe('');
  });
});
