import { describe, expect, it } from '@jest/globals';
import { isUnread } from 'shared-types/rules/house';
import { countUnreadBelow, matchesView, sortedListQuery, sortHouses } from 'web/features/ljmonitor/filters/match-view';
import { parseView } from 'web/features/ljmonitor/filters/view';
import { house } from '../fixtures.ts';

const fallen = { time: 3_000, price: 500 };
const viewIn = (search: string) => parseView(new URLSearchParams(search));

describe('the query of a sorted list', () => {
  it('does not exist for the list of updates', () => {
    expect(sortedListQuery(viewIn(''))).toBeNull();
  });

  it('has the whole view, with the communities in a stable order', () => {
    const asked = { order: 'price', resblockIds: ['1', '2'], maxPrice: 500, onOffer: 'true' };
    expect(sortedListQuery(viewIn('order=price&resblockId=2&resblockId=1&maxPrice=500&onOffer=true'))).toEqual(asked);
    expect(sortedListQuery(viewIn('order=-createTime'))).toEqual({ order: '-createTime' });
    const facts = { minArea: 60, maxYear: 1999, facing: '南', floor: '顶层', text: '两居 近地铁' };
    expect(
      sortedListQuery(
        viewIn(new URLSearchParams(Object.entries(facts).map(([key, value]) => [key, String(value)])).toString()),
      ),
    ).toEqual({
      order: '-updateTime',
      ...facts,
    });
  });
});

describe('a house', () => {
  const description = '2室1厅 | 76.5平米 | 南 北 | 底层(共16层) | 1992年建塔楼';

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
    ['maxRooms=2', true],
    ['maxRooms=1', false],
    ['minYear=1992&maxYear=1992', true],
    ['minYear=1993', false],
    ['facing=北', true],
    ['facing=东', false],
    ['floor=底层', true],
    ['floor=顶层', false],
  ])('with 527 万, 68,865 元/㎡, 2 rooms, 76.5 ㎡ and community 111111 matches %j: %s', (search, isIn) => {
    expect(matchesView(viewIn(search), house({ description }))).toBe(isIn);
  });

  it('matches "for sale only" unless it was removed', () => {
    expect(matchesView(viewIn('onOffer=true'), house({ removed: true }))).toBe(false);
    expect(matchesView(viewIn(''), house({ removed: true }))).toBe(true);
  });

  it('stays among unread houses if it was unread when the filter was set', () => {
    const unread = viewIn('unread=true');
    expect(matchesView(unread, house({ readTime: null }))).toBe(true);
    expect(matchesView(unread, house())).toBe(false);
    expect(matchesView(unread, house(), new Set([house().houseId]))).toBe(true);
    expect(matchesView(viewIn('unread=true&maxPrice=1'), house(), new Set([house().houseId]))).toBe(false);
  });

  it.each([
    ['南北', true],
    ['近地铁 两居室', true],
    ['两居室 三居室', false],
    ['２室１厅', true],
    ['vr', true],
    ['六铺炕', false],
    ['  ', true],
  ])('that is starred matches the text %j with its title, description and tags: %s', (text, isIn) => {
    expect(matchesView(viewIn(`starred=true&text=${text}`), house({ tags: ['近地铁', 'VR房源'] }))).toBe(isIn);
  });

  it('matches its news while it is unread', () => {
    const fell = house({ readTime: null, updateTime: 3_000, price: 500, prices: [...house().prices, fallen] });
    expect(matchesView(viewIn('news=cheaper'), fell)).toBe(true);
    expect(matchesView(viewIn('news=new'), fell)).toBe(true);
    expect(matchesView(viewIn('news=new'), { ...fell, readTime: 2_000 })).toBe(false);
    expect(matchesView(viewIn('news=cheaper'), { ...fell, readTime: 4_000 })).toBe(false);
    expect(matchesView(viewIn('news=cheaper'), { ...fell, readTime: 4_000 }, new Set([fell.houseId]))).toBe(true);
  });

  it('matches no range of area or rooms that its description leaves out', () => {
    expect(matchesView(viewIn('minArea=1'), house({ description: '车位' }))).toBe(false);
    expect(matchesView(viewIn('minRooms=1'), house({ description: '车位' }))).toBe(false);
    expect(matchesView(viewIn('minRooms=3'), house({ description: '3房间2卫 | 89平米' }))).toBe(true);
  });

  it('matches no range of prices when it has none, and comes last by price', () => {
    const unpriced = house({ price: null, prices: [] });
    expect(matchesView(viewIn('minPrice=0'), unpriced)).toBe(false);
    expect(matchesView(viewIn('maxPrice=900'), unpriced)).toBe(false);
    expect(matchesView(viewIn('minArea=0'), house({ price: null, prices: [], description: '89平米' }))).toBe(true);
    for (const order of ['price', '-price'] as const)
      expect(sortHouses(order, [unpriced, house()])).toEqual([house(), unpriced]);
  });

  it('matches no range of unit prices when it has none', () => {
    expect(matchesView(viewIn('maxUnitPrice=90000'), house({ unitPrice: 0 }))).toBe(false);
    expect(matchesView(viewIn('maxPrice=900'), house({ unitPrice: 0 }))).toBe(true);
  });
});

describe('the unread houses that are not loaded', () => {
  const news = [
    { resblockId: '111111', unread: 40, asOf: 1_000, news: { new: 39, cheaper: 1 } },
    { resblockId: '222222', unread: 7, asOf: 1_000, news: { new: 7 } },
  ];
  const shown = [house({ readTime: null }), house({ houseId: '2', readTime: null }), house({ houseId: '3' })];

  it.each([
    ['', 45],
    ['unread=true&order=-drop', 45],
    ['resblockId=111111', 38],
    ['news=new', 44],
    ['news=cheaper', 1],
    ['since=1600000000000&news=new', 46],
    ['news=removed', 0],
    ['resblockId=333333', 0],
    ['maxPrice=900', undefined],
    ['onOffer=true', undefined],
    ['text=南', undefined],
  ])('are counted in the view %j: %s', (search, below) => {
    expect(countUnreadBelow(viewIn(search), news, shown)).toBe(below);
  });

  it('are unknown until the server has counted them', () => {
    expect(countUnreadBelow(viewIn(''), undefined, shown)).toBeUndefined();
  });
});

describe('starred and hidden houses', () => {
  it('are sorted as the server sorts', () => {
    const fell = house({ houseId: '2', price: 500, prices: [{ time: 1_000, price: 600 }] });
    const rose = house({ houseId: '1', price: 620, prices: [{ time: 1_000, price: 600 }] });
    expect(sortHouses('-drop', [rose, fell])).toEqual([fell, rose]);
    expect(sortHouses('-price', [fell, rose])).toEqual([rose, fell]);
  });

  it('do not count as unread when hidden', () => {
    expect(isUnread(house({ readTime: null }))).toBe(true);
    expect(isUnread(house({ readTime: null, hidden: true }))).toBe(false);
  });
});
