import { describe, expect, it } from '@jest/globals';
import { isUnread } from 'shared-types/rules/house';
import {
  distinctHouses,
  planReadAll,
  markReadAt,
  splitIntoBatches,
  mapHouse,
  dropCommunity,
} from 'web/features/ljmonitor/houses/house-pages';
import { house } from '../fixtures.ts';

const one = house({ houseId: '111111' });
const two = house({ houseId: '222222', resblockId: '999999', readTime: null, updateTime: 5_000 });
const three = house({ houseId: '333333', readTime: null, updateTime: 3_000 });
const data = (...pages: (typeof one)[][]) => ({ pages, pageParams: pages.map(() => null) });

describe('the house list', () => {
  it('shows a house once, at its first place', () => {
    expect(
      distinctHouses([
        [one, two],
        [{ ...one, price: 1 }, three],
      ]),
    ).toEqual([one, two, three]);
  });

  it('changes one house and leaves the other pages as they are', () => {
    const before = data([one], [two]);
    const after = mapHouse('222222', (each) => ({ ...each, price: 1 }))(before);
    expect(after?.pages[1]?.[0]?.price).toBe(1);
    expect(after?.pages[0]).toBe(before.pages[0]);
  });

  it('loses the houses of a deleted community', () => {
    expect(dropCommunity('999999')(data([one, two], [three]))?.pages).toEqual([[one], [three]]);
  });

  it('stays undefined before it is loaded', () => {
    expect(dropCommunity('999999')(undefined)).toBeUndefined();
  });
});

describe('marking as read', () => {
  it('works on a machine whose clock is behind', () => {
    expect(isUnread(markReadAt(two, 4_000))).toBe(false);
    expect(markReadAt(two, 9_000).readTime).toBe(9_000);
  });

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
