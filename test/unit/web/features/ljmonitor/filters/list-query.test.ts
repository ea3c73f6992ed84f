import { describe, expect, it } from '@jest/globals';
import { countUnreadIn, sortedListQuery } from 'web/features/ljmonitor/filters/list-query';
import { parseView } from 'web/features/ljmonitor/filters/view';

const viewIn = (search: string) => parseView(new URLSearchParams(search));

describe('the query of a sorted list', () => {
  it('does not exist for the list of updates', () => {
    expect(sortedListQuery(viewIn(''))).toBeNull();
    expect(sortedListQuery(viewIn('group=community'))).toBeNull();
  });

  it.each([
    [
      'order=price&resblockId=222222&resblockId=111111&maxPrice=500&onOffer=true',
      { order: 'price', resblockIds: ['111111', '222222'], maxPrice: 500, onOffer: 'true' },
    ],
    ['order=-createTime', { order: '-createTime' }],
    ['resblockId=111111', { order: '-updateTime', resblockIds: ['111111'] }],
    [
      'minArea=60&maxYear=1999&facing=南&floor=顶层&text=两居 近地铁',
      { order: '-updateTime', minArea: 60, maxYear: 1999, facing: '南', floor: '顶层', text: '两居 近地铁' },
    ],
    ['change=cheaper&changedWithinDays=7', { order: '-updateTime', change: 'cheaper', changedWithinDays: 7 }],
    ['unread=true', { order: '-updateTime', unread: 'true' }],
    ['since=1600000000000&news=cheaper', { order: '-updateTime', since: 1_600_000_000_000, news: 'cheaper' }],
    ['houseIds=107100000001,107100000002', { order: '-updateTime', houseIds: ['107100000001', '107100000002'] }],
    ['starred=true', { order: '-updateTime', choice: 'starred' }],
    ['order=price&starred=true&hidden=true', { order: 'price', choice: 'hidden' }],
  ])('has the whole view %j', (search, query) => {
    expect(sortedListQuery(viewIn(search))).toEqual(query);
  });
});

describe('the number of unread houses in a view', () => {
  const counts = [
    { resblockId: '111111', unread: 40, asOf: 1_000, news: { new: 39, cheaper: 1 } },
    { resblockId: '222222', unread: 7, asOf: 1_000, news: { new: 7 } },
  ];

  it.each([
    ['', 47],
    ['order=-drop', 47],
    ['resblockId=111111', 40],
    ['resblockId=333333', 0],
    ['maxPrice=900', undefined],
    ['onOffer=true', undefined],
    ['change=new', undefined],
    ['changedWithinDays=1', undefined],
    ['text=南', undefined],
    ['starred=true', undefined],
  ])('%j: %s', (search, unread) => {
    expect(countUnreadIn(viewIn(search), counts)).toBe(unread);
  });

  it('is unknown until the server has counted them', () => {
    expect(countUnreadIn(viewIn(''), undefined)).toBeUndefined();
  });
});
