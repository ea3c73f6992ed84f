import { describe, expect, it } from '@jest/globals';
import type { RefreshStatus, Resblock } from 'shared-types/ljmonitor';
import {
  conditionOf,
  nameOf,
  placeOf,
  priceText,
  refreshAside,
  refreshText,
  resblockIdIn,
  unitPriceText,
} from 'web/features/ljmonitor/words';

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
    expect(refreshText(running, now)).toBe(text);
  });

  it('says nothing before the first refresh', () => {
    expect(refreshText(status(), now)).toBe('');
  });

  it('tells whichever of success and failure is later', () => {
    const early = now - minutes(90);
    const late = now - minutes(38);
    const text = (success: number | null, failure: number | null) =>
      refreshText(status({ lastRefreshSuccessAt: success, lastRefreshFailureAt: failure }), now);
    expect(text(late, null)).toBe('Last refresh success at 38 mins ago');
    expect(text(null, late)).toBe('Last refresh failure at 38 mins ago');
    expect(text(late, early)).toBe('Last refresh success at 38 mins ago');
    expect(text(early, late)).toBe('Last refresh failure at 38 mins ago');
  });

  it('adds quietly what it waits for', () => {
    const next = now + minutes(60);
    expect(refreshAside(status({ nextRefreshAt: next }), now)).toBe('The next one starts by itself at 22:04.');
    expect(refreshAside(status({ nextRefreshAt: now + minutes(12 * 60) }), now)).toContain('at 09:04 tomorrow.');
    expect(refreshAside(status({ nextRefreshAt: next, blockedUntil: next }), now)).toContain('left alone until 22:04.');
    expect(refreshAside(status({ nextRefreshAt: now - 1, blockedUntil: now - 1 }), now)).toBe('');
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
    expect(nameOf(resblock())).toBe('六铺炕');
    expect(placeOf(resblock())).toBe('东城 / 安定门');
    const fresh = resblock({ name: '', districtName: '', bizcircleName: '' });
    expect(nameOf(fresh)).toBe('1111027378022');
    expect(placeOf(fresh)).toBe('');
  });

  it.each([
    [resblock(), '6 houses · read 38 mins ago'],
    [resblock({ houseCount: 1 }), '1 house · read 38 mins ago'],
    [resblock({ state: 'NEW', houseCount: 0, lastCompleteAt: null }), 'not read yet'],
    [resblock({ state: 'NEW', houseCount: 30, lastCompleteAt: null }), '30 houses so far'],
    [resblock({ state: 'BLOCKED' }), 'blocked by the site · 6 houses · showing 38 mins ago'],
    [resblock({ state: 'INCOMPLETE', lastCompleteAt: null }), 'read in part · 6 houses · never read completely'],
    [resblock({ state: 'FAILED' }), 'could not be read · 6 houses · showing 38 mins ago'],
  ])('says how its reading went: %#', (community, text) => {
    expect(conditionOf(community, now).text).toBe(text);
  });

  it('is found by its id or by an address of the listing site', () => {
    expect(resblockIdIn(' 1111027378022 ')).toBe('1111027378022');
    expect(resblockIdIn('https://bj.lianjia.com/xiaoqu/1111027378022/')).toBe('1111027378022');
    expect(resblockIdIn('https://bj.lianjia.com/ershoufang/pg2c1111027378022/')).toBe('1111027378022');
    expect(resblockIdIn('abc')).toBe('abc');
  });
});

describe('figures', () => {
  it('carry their units', () => {
    expect(priceText(292.5)).toBe('292.5 万');
    expect(priceText(1_200)).toBe('1,200 万');
    expect(unitPriceText(68_865)).toBe('68,865 元/㎡');
  });
});
