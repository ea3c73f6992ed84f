import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import { countMinutesSince, formatFutureTime } from '../../../lib/format-time.ts';

/** The product specification prescribes these texts word for word. */
export function describeRefresh(status: RefreshStatus, now: number) {
  if (status.isRefreshing) return `Refreshing: ${(status.refreshingProcess * 100).toFixed(2)}%`;
  const { at, failed } = lastEnd(status);
  if (at < 0) return '';
  return `Last refresh ${failed ? 'failure' : 'success'} at ${countMinutesSince(at, now)} mins ago`;
}

function lastEnd({ lastRefreshSuccessAt, lastRefreshFailureAt }: RefreshStatus) {
  const success = lastRefreshSuccessAt ?? -1;
  const failure = lastRefreshFailureAt ?? -1;
  return { at: Math.max(success, failure), failed: failure > success };
}

/** A screen reader says this at the end of a refresh. */
export const describeEnd = (status: RefreshStatus) =>
  lastEnd(status).failed ? 'The refresh failed.' : 'The refresh is done.';

/** Says what keeps the houses from being up to date, if anything does. */
export function describeHindrance(status: RefreshStatus, now: number) {
  const { blockedUntil, blockedBecause, isPostponed, lastRead, isRefreshing } = status;
  if (blockedUntil !== null && blockedUntil > now)
    return `${blockedBecause ?? 'The listing site is blocking the monitor.'} Checks are paused until ${formatFutureTime(blockedUntil, now)}.`;
  if (isRefreshing) return '';
  if (isPostponed) return 'Today’s limit of requests is used up. The refresh continues tomorrow.';
  return lastRead && lastRead.read < lastRead.of ? `${lastRead.read} of ${lastRead.of} communities checked.` : '';
}

export function describeNextRefresh(status: RefreshStatus, now: number) {
  const { blockedUntil, isPostponed, nextRefreshAt, isRefreshing } = status;
  const isHindered = isRefreshing || isPostponed === true || (blockedUntil !== null && blockedUntil > now);
  if (isHindered || nextRefreshAt === null || nextRefreshAt <= now) return '';
  return `Next refresh at about ${formatFutureTime(nextRefreshAt, now)}.`;
}
