import { describe, expect, it } from '@jest/globals';
import { measureHouseList, queryUnits } from '../../bench/monitor/house-list.ts';

describe('a page of the house list', () => {
  it('costs the same for thousands of houses as for one page', async () => {
    const pages = await measureHouseList([10, 30, 2000], 1);
    expect(pages.map(({ shown }) => shown)).toEqual([10, 30, 30]);
    const [few, onePage, many] = pages.map(({ asked }) => asked.map(({ operation, units }) => ({ operation, units })));
    expect(many).toEqual(onePage);
    expect(many?.map(({ operation }) => operation)).toEqual(few?.map(({ operation }) => operation));
    for (const units of pages.flatMap(queryUnits)) {
      expect(units).toBeGreaterThanOrEqual(0.5);
      expect(units).toBeLessThanOrEqual(1.5);
    }
  }, 120_000);
});
