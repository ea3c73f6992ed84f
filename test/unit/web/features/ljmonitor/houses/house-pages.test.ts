import { describe, expect, it } from '@jest/globals';
import { isUnread } from 'shared-types/rules/house';
import { distinctHouses, dropCommunity, markReadAt, mapHouse } from 'web/features/ljmonitor/houses/house-pages';
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
});
