import { describe, expect, it } from '@jest/globals';
import { isUnread } from 'shared-types/rules/house';
import {
  distinctHouses,
  dropCommunity,
  markReadAt,
  mapHouse,
  withReadRows,
} from 'web/features/ljmonitor/houses/house-pages';
import { house } from '../fixtures.ts';

const one = house({ houseId: '111111' });
const two = house({ houseId: '222222', resblockId: '999999', readTime: null, updateTime: 5_000 });
const three = house({ houseId: '333333', readTime: null, updateTime: 3_000 });
const at = (price: number, readTime: number | null = null) => house({ houseId: `id-${price}`, price, readTime });
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
});

describe('a page of unread houses that is loaded again', () => {
  const loaded = [at(1, 9_000), at(2), at(3, 9_000), at(4), at(5, 9_000)];
  const pricesOf = (page: (typeof one)[], after: typeof one | null, isLast: boolean) =>
    withReadRows(page, loaded, { order: 'price', after, isLast }).map(({ price }) => price);

  it('keeps the rows that have been read meanwhile, in their places', () => {
    expect(pricesOf([at(2), at(4)], null, false)).toEqual([1, 2, 3, 4]);
    expect(pricesOf([at(2), at(4)], null, true)).toEqual([1, 2, 3, 4, 5]);
    expect(pricesOf([], null, true)).toEqual([1, 3, 5]);
    expect(pricesOf([at(4)], at(2), true)).toEqual([3, 4, 5]);
    expect(pricesOf([], at(5), true)).toEqual([]);
  });

  it('has a house that has changed since it was read once, as the server says', () => {
    const changed = house({ houseId: 'id-3', price: 2.5, readTime: null });
    expect(pricesOf([at(2), changed], null, true)).toEqual([1, 2, 2.5, 5]);
  });
});
