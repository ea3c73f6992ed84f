import { describe, expect, it } from '@jest/globals';
import { askStatusAfter } from 'web/features/ljmonitor/queries';

const status = {
  lastRefreshSuccessAt: null,
  lastRefreshFailureAt: null,
  isRefreshing: false,
  refreshingProcess: 0,
  nextRefreshAt: null,
  blockedUntil: null,
};

describe('the refresh status', () => {
  it('is followed every 2 s while a refresh runs', () => {
    expect(askStatusAfter({ ...status, isRefreshing: true }, 1_000)).toBe(2_000);
  });

  it('is looked at when the next refresh is due, and not asked for in vain', () => {
    expect(askStatusAfter({ ...status, nextRefreshAt: 61_000 }, 1_000)).toBe(62_000);
    expect(askStatusAfter({ ...status, nextRefreshAt: 500 }, 1_000)).toBe(false);
    expect(askStatusAfter(status, 1_000)).toBe(false);
    expect(askStatusAfter(undefined, 1_000)).toBe(false);
  });
});
