import { describe, expect, it } from '@jest/globals';
import { isUnread } from 'shared-types/house';
import {
  distinctHouses,
  housesOf,
  readAllOf,
  readAt,
  slicesOf,
  withHouse,
  withoutResblock,
} from 'web/features/ljmonitor/house-list';
import { house } from './houses.ts';

const one = house({ houseId: '111111' });
const two = house({ houseId: '222222', resblockId: '999999', readTime: null, updateTime: 5_000 });
const three = house({ houseId: '333333', readTime: null, updateTime: 3_000 });
const data = (...pages: (typeof one)[][]) => ({ pages, pageParams: pages.map(() => null) });

describe('the house list', () => {
  it('shows a house once, where it came first', () => {
    expect(
      distinctHouses([
        [one, two],
        [{ ...one, price: 1 }, three],
      ]),
    ).toEqual([one, two, three]);
  });

  it('is limited to the ticked communities, and to none when no box is ticked', () => {
    expect(housesOf([one, two, three], new Set(['999999']))).toEqual([two]);
    expect(housesOf([one, two, three], new Set())).toEqual([one, two, three]);
  });

  it('changes one house and leaves the other pages as they are', () => {
    const before = data([one], [two]);
    const after = withHouse('222222', (each) => ({ ...each, price: 1 }))(before);
    expect(after?.pages[1]?.[0]?.price).toBe(1);
    expect(after?.pages[0]).toBe(before.pages[0]);
  });

  it('loses the houses of a deleted community', () => {
    expect(withoutResblock('999999')(data([one, two], [three]))?.pages).toEqual([[one], [three]]);
  });

  it('stays unknown while it is unknown', () => {
    expect(withoutResblock('999999')(undefined)).toBeUndefined();
  });
});

describe('reading', () => {
  it('marks a house read even on a machine whose clock is behind', () => {
    expect(isUnread(readAt(two, 4_000))).toBe(false);
    expect(readAt(two, 9_000).readTime).toBe(9_000);
  });

  it('reads all unread rows, as of the newest update on screen, read or not', () => {
    const newest = house({ houseId: '444444', updateTime: 7_000, readTime: 8_000 });
    expect(readAllOf([newest, one, two, three])).toEqual({ unread: [two, three], asOf: 7_000 });
    expect(readAllOf([])).toEqual({ unread: [], asOf: 0 });
  });

  it('sends long lists in slices', () => {
    expect(slicesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(slicesOf([], 2)).toEqual([]);
  });
});
