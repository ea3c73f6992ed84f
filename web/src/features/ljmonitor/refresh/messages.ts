import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import { countMinutesSince, formatFutureTime } from '../../../lib/format-time.ts';

/** The product specification prescribes these texts word for word. */
export function describeRefresh(status: RefreshStatus, now: number) {
  if (status.isRefreshing) return `Refreshing: ${(status.refreshingProcess * 100).toFixed(2)}%`;
  const success = status.lastRefreshSuccessAt ?? -1;
  const failure = status.lastRefreshFailureAt ?? -1;
  const last = Math.max(success, failure);
  if (last < 0) return '';
  return `Last refresh ${failure > success ? 'failure' : 'success'} at ${countMinutesSince(last, now)} mins ago`;
}

export function describeNextRefresh({ blockedUntil, nextRefreshAt, isRefreshing }: RefreshStatus, now: number) {
  if (blockedUntil !== null && blockedUntil > now)
    return `The listing site is blocking us. Next try at ${formatFutureTime(blockedUntil, now)}.`;
  if (nextRefreshAt !== null && nextRefreshAt > now && !isRefreshing)
    return `Next refresh at about ${formatFutureTime(nextRefreshAt, now)}.`;
  return '';
}
