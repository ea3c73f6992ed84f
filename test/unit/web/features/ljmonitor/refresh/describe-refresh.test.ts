import { describe, expect, it } from '@jest/globals';
import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import {
  describeHindrance,
  describeNextRefresh,
  describeRefresh,
} from 'web/features/ljmonitor/refresh/describe-refresh';
import { minutes, now } from '../fixtures.ts';

const status = (over: Partial<RefreshStatus> = {}): RefreshStatus => ({
  lastRefreshSuccessAt: null,
  lastRefreshFailureAt: null,
  isRefreshing: false,
  refreshingProcess: 0,
  nextRefreshAt: null,
  blockedUntil: null,
  ...over,
});

const textAfter = (success: number | null, failure: number | null) =>
  describeRefresh(status({ lastRefreshSuccessAt: success, lastRefreshFailureAt: failure }), now);

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

  it('is empty before the first refresh', () => {
    expect(describeRefresh(status(), now)).toBe('');
  });

  it('shows the later one of success and failure', () => {
    const early = now - minutes(90);
    const late = now - minutes(38);
    expect(textAfter(late, null)).toBe('Last refresh success at 38 mins ago');
    expect(textAfter(null, late)).toBe('Last refresh failure at 38 mins ago');
    expect(textAfter(late, early)).toBe('Last refresh success at 38 mins ago');
    expect(textAfter(early, late)).toBe('Last refresh failure at 38 mins ago');
  });

  it('shows the next refresh, or the end of a block', () => {
    const next = now + minutes(60);
    expect(describeNextRefresh(status({ nextRefreshAt: next }), now)).toBe('Next refresh at about 22:04.');
    expect(describeNextRefresh(status({ nextRefreshAt: now + minutes(12 * 60) }), now)).toBe(
      'Next refresh at about 09:04 tomorrow.',
    );
    expect(describeHindrance(status({ nextRefreshAt: next, blockedUntil: next }), now)).toBe(
      'The listing site is blocking the monitor. Checks are paused until 22:04.',
    );
    expect(describeNextRefresh(status({ nextRefreshAt: now - 1, blockedUntil: now - 1 }), now)).toBe('');
  });

  it('shows the cause of a block, the end of a day’s limit, and how many communities were checked', () => {
    const next = now + minutes(60);
    const at = (over: Partial<RefreshStatus>) => {
      const shown = status({ nextRefreshAt: next, ...over });
      return `${describeHindrance(shown, now)} ${describeNextRefresh(shown, now)}`.trim();
    };
    expect(at({ blockedUntil: next, blockedBecause: 'The listing site asked for a sign-in.' })).toBe(
      'The listing site asked for a sign-in. Checks are paused until 22:04.',
    );
    expect(at({ isPostponed: true })).toBe('Today’s limit of requests is used up. The refresh continues tomorrow.');
    expect(at({ lastRead: { read: 11, of: 12 } })).toBe('11 of 12 communities checked. Next refresh at about 22:04.');
    expect(at({ lastRead: { read: 12, of: 12 } })).toBe('Next refresh at about 22:04.');
  });
});
