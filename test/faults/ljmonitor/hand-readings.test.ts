import { describe, expect, it } from '@jest/globals';
import { sixtyDays } from './sixty-days.ts';

describe('sixty days of readings, by hand and by the monitor', () => {
  it.each([
    [1, 0, 0],
    [3, 0.1, 0.2],
  ])(
    'remove nothing and report nothing falsely, and store each change once (seed %i, turned over with %f, hidden with %f)',
    async (seed, turnOvers, hides) => {
      const outcomes = await sixtyDays(seed, { turnOvers, hides });
      expect(outcomes).toEqual(expect.arrayContaining(['complete', 'refused', 'saved']));
    },
  );
});
