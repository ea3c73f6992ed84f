import { describe, expect, it } from '@jest/globals';
import { isUnread } from 'shared-types/rules/house';
import {
  flagInView,
  countFilters,
  matchesView,
  clearedFilters,
  sortHouses,
  sortedListQuery,
  countUnreadBelow,
  parseView,
  applyViewChange,
  setTicked,
} from 'web/features/ljmonitor/filters/view';
import { house } from '../houses.ts';

const searchWith = (search: string, settings: { starred?: string; hidden?: string }) =>
  applyViewChange(new URLSearchParams(search), settings).toString();
const viewIn = (search: string) => parseView(new URLSearchParams(search));

describe('the view in the address', () => {
  it('has the ticked communities, each once, and leaves the rest alone', () => {
    const ticked = setTicked(new URLSearchParams('a=1&resblockId=111111'), '222222', true);
    expect(ticked.toString()).toBe('a=1&resblockId=111111&resblockId=222222');
    expect(setTicked(ticked, '111111', false).toString()).toBe('a=1&resblockId=222222');
    expect(setTicked(new URLSearchParams('resblockId=1'), '1', true).toString()).toBe('resblockId=1');
  });

  it('has the order and the limits', () => {
    expect(viewIn('order=-drop&minPrice=300&maxUnitPrice=60000.5&onOffer=true&unread=true&resblockId=111111')).toEqual({
      resblockIds: new Set(['111111']),
      order: '-drop',
      limits: { minPrice: 300, maxUnitPrice: 60_000.5 },
      onOffer: true,
      unread: true,
      starred: false,
      hidden: false,
    });
  });

  it.each(['', 'order=cheapest&minPrice=abc&maxPrice=-5&minUnitPrice=1e3&onOffer=yes&unread=1', 'minPrice=&order='])(
    'is the whole list where it says nothing that can be understood: %j',
    (search) => {
      const view = viewIn(search);
      const filters = { limits: {}, onOffer: false, unread: false, starred: false, hidden: false };
      expect(view).toEqual({ resblockIds: new Set(), order: undefined, ...filters });
      expect(countFilters(view)).toBe(0);
      expect(sortedListQuery(view)).toBeNull();
    },
  );

  it('is changed by what is set, and an empty value takes away', () => {
    const search = applyViewChange(new URLSearchParams('resblockId=1&minPrice=300&onOffer=true&unread=true'), {
      order: 'price',
      minPrice: '',
      maxPrice: '500',
    });
    expect(search.toString()).toBe('resblockId=1&onOffer=true&unread=true&order=price&maxPrice=500');
    expect(countFilters(parseView(search))).toBe(3);
    expect(applyViewChange(search, clearedFilters).toString()).toBe('resblockId=1&order=price');
  });
});

describe('what is asked of the server when it sorts', () => {
  it('is the whole view, the same however the boxes were ticked', () => {
    const asked = { order: 'price', resblockIds: ['1', '2'], maxPrice: 500, onOffer: 'true' };
    expect(sortedListQuery(viewIn('order=price&resblockId=2&resblockId=1&maxPrice=500&onOffer=true'))).toEqual(asked);
    expect(sortedListQuery(viewIn('order=-createTime'))).toEqual({ order: '-createTime' });
    // The server sorts by what its index holds, without a house's words.
    expect(sortedListQuery(viewIn('order=price&minArea=60&maxArea=90&minRooms=2'))).toEqual({ order: 'price' });
  });
});

describe('a house', () => {
  it.each([
    ['', true],
    ['resblockId=111111', true],
    ['resblockId=222222', false],
    ['resblockId=222222&resblockId=111111', true],
    ['minPrice=527&maxPrice=527', true],
    ['minPrice=527.5', false],
    ['maxPrice=526', false],
    ['maxUnitPrice=68865', true],
    ['minUnitPrice=68866', false],
    ['onOffer=true', true],
    ['minArea=76.5&maxArea=76.5', true],
    ['maxArea=76', false],
    ['minRooms=2', true],
    ['minRooms=3', false],
  ])(
    'of 527 万 and 68,865 元/㎡, with 2 rooms on 76.5 ㎡, in community 111111 is in the view %j: %s',
    (search, isIn) => {
      expect(matchesView(viewIn(search), house({ description: '2室1厅 | 76.5平米 | 南 北' }))).toBe(isIn);
    },
  );

  it('that is removed is not on offer', () => {
    expect(matchesView(viewIn('onOffer=true'), house({ removed: true }))).toBe(false);
    expect(matchesView(viewIn(''), house({ removed: true }))).toBe(true);
  });

  it('that was read leaves the unread ones, but not while one looks', () => {
    const unread = viewIn('unread=true');
    expect(matchesView(unread, house({ readTime: null }))).toBe(true);
    expect(matchesView(unread, house())).toBe(false);
    expect(matchesView(unread, house(), new Set([house().houseId]))).toBe(true);
    expect(matchesView(viewIn('unread=true&maxPrice=1'), house(), new Set([house().houseId]))).toBe(false);
  });

  it('whose words do not say them passes no limit of area or rooms', () => {
    expect(matchesView(viewIn('minArea=1'), house({ description: '车位' }))).toBe(false);
    expect(matchesView(viewIn('minRooms=1'), house({ description: '车位' }))).toBe(false);
    expect(matchesView(viewIn('minRooms=3'), house({ description: '3房间2卫 | 89平米' }))).toBe(true);
  });

  it('whose unit price is not known passes no limit of unit prices', () => {
    expect(matchesView(viewIn('maxUnitPrice=90000'), house({ unitPrice: 0 }))).toBe(false);
    expect(matchesView(viewIn('maxPrice=900'), house({ unitPrice: 0 }))).toBe(true);
  });
});

describe('the unread houses below those that are shown', () => {
  const news = [
    { resblockId: '111111', unread: 40, asOf: 1_000 },
    { resblockId: '222222', unread: 7, asOf: 1_000 },
  ];
  const shown = [house({ readTime: null }), house({ houseId: '2', readTime: null }), house({ houseId: '3' })];

  it.each([
    ['', 45],
    ['unread=true&order=-drop', 45],
    ['resblockId=111111', 38],
    ['resblockId=333333', 0],
    ['maxPrice=900', undefined],
    ['onOffer=true', undefined],
  ])('are counted in the view %j: %s', (search, below) => {
    expect(countUnreadBelow(viewIn(search), news, shown)).toBe(below);
  });

  it('are unknown until the server has counted', () => {
    expect(countUnreadBelow(viewIn(''), undefined, shown)).toBeUndefined();
  });
});

describe('what a person chose', () => {
  it('is a list of its own, of the hidden ones rather than of the starred ones', () => {
    expect(
      ['', 'starred=true', 'hidden=true', 'starred=true&hidden=true'].map((search) => flagInView(viewIn(search))),
    ).toEqual([undefined, 'starred', 'hidden', 'hidden']);
    expect(countFilters(viewIn('starred=true&hidden=true'))).toBe(1);
    expect(viewIn('starred=true&hidden=true')).toMatchObject({ starred: false, hidden: true });
  });

  it('is one list at a time: who asks for one leaves the other', () => {
    expect(searchWith('starred=true', { hidden: 'true' })).toBe('hidden=true');
    expect(searchWith('hidden=true', { starred: 'true' })).toBe('starred=true');
    expect(searchWith('hidden=true', { starred: '' })).toBe('hidden=true');
  });

  it('is sorted as the server sorts', () => {
    const fell = house({ houseId: '2', price: 500, prices: [{ time: 1_000, price: 600 }] });
    const rose = house({ houseId: '1', price: 620, prices: [{ time: 1_000, price: 600 }] });
    expect(sortHouses('-drop', [rose, fell])).toEqual([fell, rose]);
    expect(sortHouses('-price', [fell, rose])).toEqual([rose, fell]);
  });

  it('that is hidden is not unread', () => {
    expect(isUnread(house({ readTime: null }))).toBe(true);
    expect(isUnread(house({ readTime: null, hidden: true }))).toBe(false);
  });
});
