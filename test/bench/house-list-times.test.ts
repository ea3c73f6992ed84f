import { describe, expect, it } from '@jest/globals';
import { houseListRows, measureHouseLists, measureReadAll, readAllRow } from '../../bench/houses/house-lists.ts';

describe('the lists of houses', () => {
  it('are measured in every order and with every filter, each by a page of as many houses', async () => {
    const measured = await measureHouseLists(2, 300, 1);
    expect(measured).toHaveLength(30);
    expect(measured.every(({ fewMs, manyMs }) => fewMs > 0 && manyMs > 0)).toBe(true);
    const others = measured.filter(({ shown }) => shown.some((houses) => houses !== 30));
    expect(others.map(({ what, shown }) => [what, shown])).toEqual([['filter search without a match', [0, 0]]]);
  });

  it("are measured when they are marked with 'read all', and miss the goal after half a second", async () => {
    expect(readAllRow(await measureReadAll(1)).value).toMatch(/^\d.* ms$/);
    expect([readAllRow(500), readAllRow(501)]).toMatchObject([{ met: true }, { met: false }]);
  });

  it('miss the goal above twice the time of 300 houses', () => {
    const rows = houseListRows([
      { what: 'summary', fewMs: 10, manyMs: 20 },
      { what: 'order price', fewMs: 10, manyMs: 21 },
    ]);
    expect(rows).toMatchObject([{ met: true }, { met: false }]);
  });
});
