import { describe, expect, it } from '@jest/globals';
import { refreshPollMs, housesQuery } from 'web/features/ljmonitor/queries';
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
  it('is followed every 2 s while a refresh runs, and looked at each minute for one that somebody else starts', () => {
    expect(refreshPollMs({ ...status, isRefreshing: true })).toBe(2_000);
    expect(refreshPollMs(status)).toBe(60_000);
    expect(refreshPollMs(undefined)).toBe(60_000);
  });
});

describe('the list of houses', () => {
  it('goes on after its last house, and ends with an empty page', () => {
    const { getNextPageParam } = housesQuery(null);
    const last = house({ houseId: '222222' });
    expect(getNextPageParam([house(), last], [], null, [])).toBe(last);
    expect(getNextPageParam([], [], null, [])).toBeUndefined();
  });

  it('is another list in another order, with other limits', () => {
    const keys = [null, { order: 'price' as const }, { order: 'price' as const, maxPrice: 500 }].map((sorting) =>
      JSON.stringify(housesQuery(sorting).queryKey),
    );
    expect(new Set(keys).size).toBe(3);
  });
});
