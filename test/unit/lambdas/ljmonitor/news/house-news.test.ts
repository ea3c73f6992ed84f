import { describe, expect, it } from '@jest/globals';
import { houseNews, type ReadingSummary } from 'lambdas/ljmonitor/news/house-news';
import { houseReader } from 'lambdas/ljmonitor/news/news-readers';
import { afterRequest, initialLimiterState, type SiteLimiterState } from 'lambdas/ljmonitor/site-limiter/site-limiter';
import { detectChange, type House, type Listing, removedVersion, listedVersion } from 'lambdas/ljmonitor/houses/house';
import type { Marks } from 'lambdas/ljmonitor/marks/marks';
import { newResblock, type TrackedResblock } from 'lambdas/ljmonitor/communities/community';
import { noMarks } from '../support/no-marks.ts';

const hour = 3_600_000;
const start = Date.parse('2026-03-01T08:00:00Z');
const id = '1199027300101';

const resblock = (more: Partial<TrackedResblock> = {}): TrackedResblock => ({
  ...newResblock(id, { name: '柳荫里', districtName: '西城', bizcircleName: '德胜门' }, 6, new Date(start - 48 * hour)),
  firstCompleteAtMs: start - 24 * hour,
  state: 'OK',
  ...more,
});

const listing = (house: number, more: Partial<Listing> = {}): Listing => ({
  houseId: `1010000000${String(house).padStart(2, '0')}`,
  resblockId: id,
  title: `南北通透 ${house}`,
  description: '2室1厅',
  tags: [],
  price: 500,
  unitPrice: 80_000,
  ...more,
});

const old = (house: number) => listedVersion(listing(house), undefined, new Date(start - 12 * hour));
const changed = (house: number, more: Partial<Listing>): House => {
  const change = detectChange(listing(house, more), old(house), new Date(start + 1000));
  if (!change) throw new Error('no change');
  return change.after;
};
const fresh = (house: number) => listedVersion(listing(house), undefined, new Date(start + 1000));
const gone = (house: number) => removedVersion(old(house), new Date(start + 1000));
/** Returns the house with the version of the last news. */
const since = (before: House | undefined, house: House) => ({ before, house });
const dearer = (house: number) => changed(house, { price: 520 });

const blockedAt = (state: SiteLimiterState, ms: number, cause: 'blocked' | 'login' = 'blocked'): SiteLimiterState => ({
  ...state,
  ...afterRequest(state, { signal: cause, pauseMs: 0 }, ms),
});

const reader = (userId: string, views: string[], flags: Partial<Marks> = {}) =>
  houseReader({ userId, views }, { ...noMarks, ...flags });

const newsOf = (summary: Partial<ReadingSummary>) =>
  houseNews(
    {
      sinceMs: start,
      nowMs: start + 60_000,
      houses: [],
      resblocks: [resblock()],
      limiter: initialLimiterState,
      readers: [],
      ...summary,
    },
    ({ houseId }) => `https://site.test/${houseId}`,
  );

const placeOf = (house: number) => {
  const houseId = `1010000000${String(house).padStart(2, '0')}`;
  return { houseId, url: `https://site.test/${houseId}` };
};

describe('the news about houses', () => {
  it('names no price of a new house that has none, and takes the first one for no fall', () => {
    const unpriced = listedVersion(listing(1, { price: null }), undefined, new Date(start - hour));
    const priced = listedVersion(listing(1), unpriced, new Date(start + 1000));
    const isNew = { ...unpriced, createTimeMs: start + 1, updateTimeMs: start + 1 };
    expect(newsOf({ houses: [since(undefined, isNew)] })).toMatchObject([
      { entries: [{ topic: 'new', title: '南北通透 1', ...placeOf(1) }] },
    ]);
    expect(newsOf({ houses: [since(undefined, isNew)] })[0]?.entries[0]).not.toHaveProperty('price');
    expect(newsOf({ houses: [since(unpriced, priced)] })).toEqual([]);
  });

  it('has new houses, lower prices, returns and removals by community, each with its link', () => {
    const back = (house: number, more = {}) => listedVersion(listing(house, more), gone(house), new Date(start + 2000));
    const houses = [
      since(undefined, fresh(1)),
      since(old(2), changed(2, { price: 480 })),
      since(old(3), gone(3)),
      since(gone(4), back(4)),
      since(gone(5), back(5, { price: 450 })),
    ];
    expect(newsOf({ houses })).toEqual([
      {
        groupId: id,
        name: '柳荫里',
        entries: [
          { topic: 'new', price: 500, title: '南北通透 1', ...placeOf(1) },
          { topic: 'cheaper', price: 480, before: 500, title: '南北通透 2', ...placeOf(2) },
          { topic: 'removed', price: 500, title: '南北通透 3', ...placeOf(3) },
          { topic: 'returned', price: 500, title: '南北通透 4', ...placeOf(4) },
          { topic: 'returned', price: 450, before: 500, title: '南北通透 5', ...placeOf(5) },
        ],
      },
    ]);
  });

  it('has higher prices, which take back falls that are not told yet', () => {
    expect(newsOf({ houses: [since(old(1), dearer(1))] })).toMatchObject([
      { entries: [{ topic: 'cheaper', price: 520, before: 500 }] },
    ]);
  });

  it('says who has hidden a house', () => {
    const readers = [reader('ann', [], { hidden: new Set([fresh(1).houseId]) }), reader('bob', [])];
    const [group] = newsOf({ houses: [since(undefined, fresh(1)), since(undefined, fresh(2))], readers });
    expect(group?.entries.map(({ hiddenFrom }) => hiddenFrom)).toEqual([['ann'], undefined]);
  });

  it.each([
    ['', ['new', 'cheaper', 'removed']],
    ['maxPrice=490&order=-drop', ['cheaper']],
    ['news=new', ['new']],
    ['change=cheaper&changedWithinDays=7', ['cheaper']],
    ['change=edited&changedWithinDays=7', []],
    ['onOffer=true&unread=true', ['new', 'cheaper']],
    ['minRooms=3', []],
    ['text=柳荫里 通透', ['new', 'cheaper', 'removed']],
    ['text=西城 德胜门', ['new', 'cheaper', 'removed']],
    ['text=柳荫里 近地铁', []],
    ['text=call on monday', ['removed']],
    ['maxDays=0', ['new', 'cheaper', 'removed']],
    ['minDays=1', []],
    ['resblockId=222222', []],
    [`resblockId=222222&resblockId=${id}&minRooms=2`, ['new', 'cheaper', 'removed']],
    ['starred=true', ['removed']],
    ['hidden=true', []],
  ])('says whose saved view %j has a house: %j', (query, topics) => {
    const houses = [since(undefined, fresh(1)), since(old(2), changed(2, { price: 480 })), since(old(3), gone(3))];
    const readers = [
      reader('ann', ['minPrice=900', query], {
        starred: new Set([gone(3).houseId]),
        notes: new Map([[gone(3).houseId, 'Call on Monday']]),
      }),
      reader('bob', []),
    ];
    const [group] = newsOf({ houses, readers });
    expect(group?.entries.filter(({ viewsOf = [] }) => viewsOf.includes('ann')).map(({ topic }) => topic)).toEqual(
      topics,
    );
    expect(group?.entries.some(({ viewsOf = [] }) => viewsOf.includes('bob'))).toBe(false);
  });

  it.each([
    ['news=cheaper', [450]],
    ['news=returned', [500, 450, 550]],
    ['news=dearer', []],
  ])('says that saved view %j has houses that are back: at %j', (query, prices) => {
    const houses = [500, 450, 550].map((price, house) =>
      since(gone(house), listedVersion(listing(house, { price }), gone(house), new Date(start + 2000))),
    );
    const [group] = newsOf({ houses, readers: [reader('ann', [query])] });
    expect(group?.entries.flatMap(({ price, viewsOf }) => (viewsOf ? [price] : []))).toEqual(prices);
  });

  it.each<[string, Partial<ReadingSummary>]>([
    ['nothing has changed', { houses: [] }],
    ['only a title changed', { houses: [since(old(1), changed(1, { title: 'x' }))] }],
    ['a house was removed before', { houses: [since(gone(1), gone(1))] }],
    [
      'the houses were found by the first complete reading',
      { houses: [since(undefined, fresh(1))], resblocks: [resblock({ firstCompleteAtMs: start + 1000 })] },
    ],
    [
      'the houses were found before the first complete reading ended',
      { houses: [since(undefined, fresh(1))], resblocks: [resblock({ firstCompleteAtMs: start + 2000 })] },
    ],
    [
      'the community has never been read completely',
      { houses: [since(undefined, fresh(1))], resblocks: [resblock({ firstCompleteAtMs: null })] },
    ],
    ['the community was deleted', { houses: [since(undefined, fresh(1))], resblocks: [] }],
    ['the site was blocked before the refresh', { limiter: blockedAt(initialLimiterState, start - hour) }],
    [
      'the site blocks again after a pause',
      { limiter: blockedAt(blockedAt(initialLimiterState, start - 7 * hour), start + 1000) },
    ],
  ])('is empty when %s', (_, summary) => {
    expect(newsOf(summary)).toEqual([]);
  });

  it.each([
    ['blocked', 'blocked'],
    ['login', 'signInNeeded'],
  ] as const)('reports the first block by the cause %s as %s, and the end of its pause', (refusal, topic) => {
    const [group] = newsOf({ limiter: blockedAt(initialLimiterState, start + 1000, refusal) });
    const cause = { kind: 'sitePaused', refusal, untilMs: start + 1000 + 6 * hour };
    expect(group).toMatchObject({ groupId: null, entries: [{ topic, title: '', cause }] });
  });
});
