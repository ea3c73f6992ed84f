import { describe, expect, it } from '@jest/globals';
import type { RefreshStatus, Resblock } from 'shared-types/contract/ljmonitor';
import { describeMedians } from 'web/features/ljmonitor/charts/chart-text';
import {
  describeUnreadBelow,
  describeCommunityState,
  summarizeCommunities,
  formatPriceChange,
  communityName,
  communityNamesToShow,
  communityPlace,
  describePrices,
  formatPrice,
  describeNextRefresh,
  describeRefresh,
  formatUnitPrice,
} from 'web/features/ljmonitor/format';
import { house } from './houses.ts';

const now = new Date(2026, 10, 20, 21, 4).getTime();
const minutes = (count: number) => count * 60_000;

const status = (over: Partial<RefreshStatus> = {}): RefreshStatus => ({
  lastRefreshSuccessAt: null,
  lastRefreshFailureAt: null,
  isRefreshing: false,
  refreshingProcess: 0,
  nextRefreshAt: null,
  blockedUntil: null,
  ...over,
});

describe('the refresh status', () => {
  it.each([
    [0, 'Refreshing: 0.00%'],
    [0.625, 'Refreshing: 62.50%'],
    [1 / 3, 'Refreshing: 33.33%'],
    [1, 'Refreshing: 100.00%'],
  ])('shows %d as %s', (refreshingProcess, text) => {
    const running = status({ isRefreshing: true, refreshingProcess, lastRefreshSuccessAt: now });
    expect(describeRefresh(running, now)).toBe(text);
  });

  it('says nothing before the first refresh', () => {
    expect(describeRefresh(status(), now)).toBe('');
  });

  it('tells whichever of success and failure is later', () => {
    const early = now - minutes(90);
    const late = now - minutes(38);
    const text = (success: number | null, failure: number | null) =>
      describeRefresh(status({ lastRefreshSuccessAt: success, lastRefreshFailureAt: failure }), now);
    expect(text(late, null)).toBe('Last refresh success at 38 mins ago');
    expect(text(null, late)).toBe('Last refresh failure at 38 mins ago');
    expect(text(late, early)).toBe('Last refresh success at 38 mins ago');
    expect(text(early, late)).toBe('Last refresh failure at 38 mins ago');
  });

  it('adds quietly what it waits for', () => {
    const next = now + minutes(60);
    expect(describeNextRefresh(status({ nextRefreshAt: next }), now)).toBe('Next refresh at about 22:04.');
    expect(describeNextRefresh(status({ nextRefreshAt: now + minutes(12 * 60) }), now)).toBe(
      'Next refresh at about 09:04 tomorrow.',
    );
    expect(describeNextRefresh(status({ nextRefreshAt: next, blockedUntil: next }), now)).toContain(
      'left alone until 22:04.',
    );
    expect(describeNextRefresh(status({ nextRefreshAt: now - 1, blockedUntil: now - 1 }), now)).toBe('');
  });
});

const resblock = (over: Partial<Resblock> = {}): Resblock => ({
  resblockId: '1111027378022',
  name: '六铺炕',
  districtName: '东城',
  bizcircleName: '安定门',
  url: 'https://listing.example/xiaoqu/1111027378022/',
  houseCount: 6,
  lastCompleteAt: now - minutes(38),
  state: 'OK',
  stateReason: null,
  ...over,
});

describe('a community', () => {
  it('shows its names, and its id while it has none', () => {
    expect(communityName(resblock())).toBe('六铺炕');
    expect(communityPlace(resblock())).toBe('东城 / 安定门');
    const fresh = resblock({ name: '', districtName: '', bizcircleName: '' });
    expect(communityName(fresh)).toBe('1111027378022');
    expect(communityPlace(fresh)).toBe('');
  });

  it('is named on each house where houses of several stand among each other', () => {
    const three = [
      resblock(),
      resblock({ resblockId: '2', name: '交东小区' }),
      resblock({ resblockId: '3', name: '' }),
    ];
    expect(communityNamesToShow(three, new Set())).toEqual(
      new Map([
        ['1111027378022', '六铺炕'],
        ['2', '交东小区'],
        ['3', '3'],
      ]),
    );
    expect([...communityNamesToShow(three, new Set(['2', '3'])).keys()]).toEqual(['2', '3']);
    expect(communityNamesToShow(three, new Set(['2'])).size).toBe(0);
    expect(communityNamesToShow([resblock()], new Set()).size).toBe(0);
  });

  it.each([
    [resblock(), '6 houses · read 38 mins ago'],
    [resblock({ houseCount: 1 }), '1 house · read 38 mins ago'],
    [resblock({ state: 'NEW', houseCount: 0, lastCompleteAt: null }), 'not read yet'],
    [resblock({ state: 'NEW', houseCount: 30, lastCompleteAt: null }), '30 houses so far'],
    [resblock({ state: 'BLOCKED' }), 'blocked by the site · 6 houses · last read 38 mins ago'],
    [resblock({ state: 'INCOMPLETE', lastCompleteAt: null }), 'read in part · 6 houses · never read completely'],
    [resblock({ state: 'FAILED' }), 'could not be read · 6 houses · last read 38 mins ago'],
  ])('says how its reading went: %#', (community, text) => {
    expect(describeCommunityState(community, now).text).toBe(text);
  });
});

const news = (...ids: string[]) => new Map(ids.map((resblockId) => [resblockId, { resblockId, unread: 1, asOf: now }]));

describe('a folded list of communities', () => {
  const four = ['1', '2', '3', '4'].map((resblockId) => resblock({ resblockId, name: `小区${resblockId}` }));

  it('says how many have news, which of them filter the houses, and which are in trouble', () => {
    expect(summarizeCommunities(four, news(), new Set())).toBe('4 communities');
    expect(summarizeCommunities(four, news('1', '3'), new Set())).toBe('4 communities · 2 with news');
    expect(summarizeCommunities(four, news(), new Set(['2', 'not tracked']))).toBe('4 communities · only 小区2');
    expect(summarizeCommunities(four, news('4'), new Set(['2', '3']))).toBe(
      '4 communities · 1 with news · only 2 of them',
    );
    const troubled = [resblock({ state: 'NEW' }), resblock({ state: 'BLOCKED' }), resblock({ state: 'INCOMPLETE' })];
    expect(summarizeCommunities([...troubled, resblock()], news(), new Set())).toBe('4 communities · 2 not read');
  });
});

describe('what read all leaves', () => {
  it('is counted, or said to be unknown', () => {
    expect([41, 0, undefined].map(describeUnreadBelow)).toEqual([
      '41 more unread below',
      '',
      'there may be more below',
    ]);
  });
});

describe('figures', () => {
  it('carry their units', () => {
    expect(formatPrice(292.5)).toBe('292.5 万');
    expect(formatPrice(1_200)).toBe('1,200 万');
    expect(formatUnitPrice(68_865)).toBe('68,865 元/㎡');
  });

  it('are not made up where the site does not say them', () => {
    expect(formatUnitPrice(0)).toBe('– 元/㎡');
  });
});

const priced = (...prices: number[]) =>
  house({ price: prices.at(-1) ?? 0, prices: prices.map((price, index) => ({ time: index * 1_000, price })) });

describe('the prices of a house', () => {
  it('say how far it has moved since the first one known', () => {
    expect(formatPriceChange(priced(541, 560, 527))).toBe('▼ 14 万');
    expect(formatPriceChange(priced(527, 527.5))).toBe('▲ 0.5 万');
    expect(formatPriceChange(priced(527, 500, 527))).toBe('');
  });

  it('are told in a sentence', () => {
    expect(describePrices(priced(541, 560, 527))).toBe('3 prices, from 541 万 to 527 万.');
  });
});

describe('the days of a community', () => {
  it('are told in a sentence', () => {
    const day = { time: now, medianUnitPrice: 68_865, count: 31 };
    expect(describeMedians([day])).toBe('One day: 68,865 元/㎡.');
    expect(describeMedians([{ ...day, medianUnitPrice: 70_000 }, day])).toBe(
      '2 days: from 70,000 元/㎡ to 68,865 元/㎡.',
    );
    expect(describeMedians([])).toBe('');
  });
});
