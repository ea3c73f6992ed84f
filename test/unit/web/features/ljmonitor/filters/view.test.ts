import { describe, expect, it } from '@jest/globals';
import {
  flagInView,
  countFilters,
  clearedFilters,
  parseView,
  applyViewChange,
  setTicked,
  trackedOf,
} from 'web/features/ljmonitor/filters/view';

const searchWith = (search: string, settings: { starred?: string; hidden?: string }) =>
  applyViewChange(new URLSearchParams(search), settings).toString();
const viewIn = (search: string) => parseView(new URLSearchParams(search));

describe('the view in the URL', () => {
  it('holds each ticked community once and keeps other parameters', () => {
    const ticked = setTicked(new URLSearchParams('a=1&resblockId=111111'), '222222', true);
    expect(ticked.toString()).toBe('a=1&resblockId=111111&resblockId=222222');
    expect(setTicked(ticked, '111111', false).toString()).toBe('a=1&resblockId=222222');
    expect(setTicked(new URLSearchParams('resblockId=1'), '1', true).toString()).toBe('resblockId=1');
  });

  it('shows those ticked communities that are tracked, and no others when all of them were deleted', () => {
    const tracked = [{ resblockId: '1' }, { resblockId: '2' }];
    expect(trackedOf(new Set(['2', '3']), tracked)).toEqual(new Set(['2']));
    expect(trackedOf(new Set(['3']), tracked)).toEqual(new Set(['3']));
    expect(trackedOf(new Set(), tracked)).toEqual(new Set());
    expect(trackedOf(new Set(['3']), [])).toEqual(new Set(['3']));
  });

  it('holds the order and the filters', () => {
    const filters = 'minPrice=300&maxUnitPrice=60000.5&text=近地铁&onOffer=true&unread=true&news=cheaper';
    expect(viewIn(`order=-drop&${filters}&resblockId=111111`)).toEqual({
      resblockIds: new Set(['111111']),
      order: '-drop',
      ranges: { minPrice: 300, maxUnitPrice: 60_000.5 },
      text: '近地铁',
      onOffer: true,
      unread: true,
      news: 'cheaper',
      houseIds: [],
      starred: false,
      hidden: false,
    });
  });

  it.each([
    '',
    'order=cheapest&minPrice=abc&maxPrice=-5&minUnitPrice=1e3&onOffer=yes&unread=1',
    'minPrice=&order=&houseIds=7,x&resblockId=12&resblockId=all',
  ])('shows the whole list when nothing can be parsed: %j', (search) => {
    const view = viewIn(search);
    const filters = {
      ranges: {},
      text: '',
      onOffer: false,
      unread: false,
      news: undefined,
      houseIds: [],
      starred: false,
      hidden: false,
    };
    expect(view).toEqual({ resblockIds: new Set(), order: undefined, ...filters });
    expect(countFilters(view)).toBe(0);
  });

  it('sets parameters, and removes those with an empty value', () => {
    const search = applyViewChange(new URLSearchParams('resblockId=1&minPrice=300&onOffer=true&unread=true'), {
      order: 'price',
      minPrice: '',
      maxPrice: '500',
    });
    expect(search.toString()).toBe('resblockId=1&onOffer=true&unread=true&order=price&maxPrice=500');
    expect(countFilters(parseView(search))).toBe(3);
    expect(applyViewChange(search, clearedFilters).toString()).toBe('resblockId=1&order=price');
  });

  it('leaves the houses of a message for the news of all houses', () => {
    const ofMessage = new URLSearchParams('houseIds=107100000001&maxPrice=500');
    expect(applyViewChange(ofMessage, { news: 'cheaper' }).toString()).toBe('maxPrice=500&news=cheaper');
    expect(applyViewChange(ofMessage, { maxPrice: '' }).toString()).toBe('houseIds=107100000001');
  });
});

describe('the filters for starred and hidden houses', () => {
  it('select hidden houses when both are set', () => {
    expect(
      ['', 'starred=true', 'hidden=true', 'starred=true&hidden=true'].map((search) => flagInView(viewIn(search))),
    ).toEqual([undefined, 'starred', 'hidden', 'hidden']);
    expect(countFilters(viewIn('starred=true&hidden=true'))).toBe(1);
    expect(viewIn('starred=true&hidden=true')).toMatchObject({ starred: false, hidden: true });
  });

  it('clear each other', () => {
    expect(searchWith('starred=true', { hidden: 'true' })).toBe('hidden=true');
    expect(searchWith('hidden=true', { starred: 'true' })).toBe('starred=true');
    expect(searchWith('hidden=true', { starred: '' })).toBe('hidden=true');
  });
});
