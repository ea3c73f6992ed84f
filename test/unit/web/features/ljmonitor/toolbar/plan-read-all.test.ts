import { describe, expect, it } from '@jest/globals';
import { planReadAll, splitIntoBatches } from 'web/features/ljmonitor/toolbar/plan-read-all';
import { house } from '../fixtures.ts';

const one = house({ houseId: '111111' });
const two = house({ houseId: '222222', resblockId: '999999', readTime: null, updateTime: 5_000 });
const three = house({ houseId: '333333', readTime: null, updateTime: 3_000 });

describe('read all', () => {
  it('covers all shown unread rows, as of the newest loaded update', () => {
    const newest = house({ houseId: '444444', updateTime: 7_000, readTime: 8_000 });
    expect(planReadAll([[newest, one], [two], [three]], [newest, one, two, three])).toEqual([
      { asOf: 7_000, unread: [two, three] },
    ]);
    expect(planReadAll([[newest, one], [two], [three]], [three])).toEqual([{ asOf: 7_000, unread: [three] }]);
    expect(planReadAll([], [])).toEqual([]);
  });

  it('never dates a house of a sorted list by a later page', () => {
    const cheap = house({ houseId: '444444', readTime: null, updateTime: 1_000 });
    const later = house({ houseId: '555555', readTime: null, updateTime: 9_000 });
    // The screen does not show changes of `cheap` between its page and that of `later`.
    expect(planReadAll([[cheap, three], [later], [two]], [cheap, three, later, two])).toEqual([
      { asOf: 3_000, unread: [cheap, three] },
      { asOf: 9_000, unread: [later, two] },
    ]);
  });

  it('dates a house on two pages by the page that is shown', () => {
    const again = { ...three, price: 1, updateTime: 6_000 };
    expect(planReadAll([[three], [again]], [three])).toEqual([{ asOf: 3_000, unread: [three] }]);
  });

  it('splits long lists into batches', () => {
    expect(splitIntoBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(splitIntoBatches([], 2)).toEqual([]);
  });
});
