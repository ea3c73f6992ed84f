import { describe, expect, it } from '@jest/globals';
import { housesQuery } from 'web/features/ljmonitor/house-list-queries';
import { refreshPollMs } from 'web/features/ljmonitor/queries';
import { house } from './fixtures.ts';

const status = {
  lastRefreshSuccessAt: null,
  lastRefreshFailureAt: null,
  isRefreshing: false,
  refreshingProcess: 0,
  nextRefreshAt: null,
  blockedUntil: null,
};

describe('the refresh status', () => {
  it('is polled every 2 s during a refresh, and every minute otherwise', () => {
    expect(refreshPollMs({ ...status, isRefreshing: true })).toBe(2_000);
    expect(refreshPollMs(status)).toBe(60_000);
    expect(refreshPollMs(undefined)).toBe(60_000);
  });
});

describe('the list of houses', () => {
  it('continues after its last house, and ends with an empty page', () => {
    const { getNextPageParam } = housesQuery(null);
    const last = house({ houseId: '222222' });
    expect(getNextPageParam([house(), last], [], null, [])).toBe(last);
    expect(getNextPageParam([], [], null, [])).toBeUndefined();
  });

  it('has a cache entry of its own for each order and filter', () => {
    const keys = [null, { order: 'price' as const }, { order: 'price' as const, maxPrice: 500 }].map((sorting) =>
      JSON.stringify(housesQuery(sorting).queryKey),
    );
    expect(new Set(keys).size).toBe(3);
  });
});
