import { describe, expect, it } from '@jest/globals';
import { measureHouseList, queryUnits } from '../../bench/monitor/house-list.ts';
import { measureHouseQueries } from '../../bench/monitor/house-queries.ts';
import { measureReadAll } from '../../bench/monitor/read-all.ts';

describe('a page of the house list', () => {
  it('costs the same for ten pages of houses as for one', async () => {
    const pages = await measureHouseList([10, 30, 300], 1);
    expect(pages.map(({ shown }) => shown)).toEqual([10, 30, 30]);
    const [few, onePage, many] = pages.map(({ asked }) => asked.map(({ operation, units }) => ({ operation, units })));
    expect(many).toEqual(onePage);
    expect(many?.map(({ operation }) => operation)).toEqual(few?.map(({ operation }) => operation));
    for (const units of pages.flatMap(queryUnits)) {
      expect(units).toBeGreaterThanOrEqual(0.5);
      expect(units).toBeLessThanOrEqual(1.5);
    }
  });
});

/** A search reads the texts, too, and the summary little besides the packs. */
const maxAtTheStart: Record<string, number> = { search: 130, summary: 25 };

describe('the lists, the search and the summary of the monitor', () => {
  it('cost about the same for thousands of houses as for some hundreds', async () => {
    const found = await measureHouseQueries([300, 4000], 1);
    const costs = Map.groupBy(found, ({ what }) => what);
    for (const [what, [few, many]] of costs) {
      if (!few || !many) throw new Error(`${what} was not measured`);
      const most = maxAtTheStart[what] ?? few.firstUnits * 1.5;
      expect([what, many.units <= few.units * 1.6, many.firstUnits <= most]).toEqual([what, true, true]);
    }
    expect(costs.size).toBeGreaterThan(20);
  });
});

describe('read all of 500 houses', () => {
  it('writes each mark once, and takes no longer than the browser waits for one call', async () => {
    const { houses, writeUnits, p50Ms } = await measureReadAll(1);
    expect({ houses, writeUnits }).toEqual({ houses: 500, writeUnits: 500 });
    // A busy machine needs a multiple of the 500 ms that the bench allows.
    expect(p50Ms).toBeLessThan(15_000);
  });
});
