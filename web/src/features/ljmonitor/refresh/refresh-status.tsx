import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { RefreshStatus } from 'shared-types/contract/ljmonitor';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { refetchMonitor } from '../house-list-queries.ts';
import { refreshStatusQuery } from '../queries.ts';
import { describeEnd, describeHindrance, describeNextRefresh, describeRefresh } from './describe-refresh.ts';
import styles from './refresh-status.module.css';

const RefreshProgress = onDemand(() => import('./refresh-progress.tsx'));
const TryOnce = onDemand(() => import('./try-once.tsx'));

/** The line that says why checks are paused. */
export const refreshNoteId = 'refresh-note';

/** The state of the refresh, and below it the time of the next one or the given note. */
export function RefreshStatusLine({ note }: { note: ReactNode }) {
  const { data: status, error, refetch } = useQuery(refreshStatusQuery);
  const now = useNow();
  const ended = useEndOfRefresh(status);
  const isBlocked = (status?.blockedUntil ?? 0) > now;
  return (
    <div className={styles.status}>
      <p>{status && describeRefresh(status, now)}</p>
      {error && <Failure what="Could not get the refresh status." error={error} onRetry={() => void refetch()} />}
      {/* Screen readers announce the end of a refresh, neither each percentage nor each minute that passes. */}
      <output className="unseen">{ended && describeEnd(ended)}</output>
      <p id={refreshNoteId} className={styles.aside}>
        {note ??
          (status && (
            <>
              <span className={isBlocked ? styles.blocked : undefined}>{describeHindrance(status, now)}</span>{' '}
              <span className={styles.next}>{describeNextRefresh(status, now)}</span>
            </>
          ))}{' '}
        {status?.mayTryOnce && !status.isRefreshing && (
          <LazyPart>
            <TryOnce />
          </LazyPart>
        )}
      </p>
    </div>
  );
}

/** The line under the toolbar, which is a progress bar while a refresh runs. */
export function RefreshLine() {
  const { data: status } = useQuery(refreshStatusQuery);
  const line = <div className={styles.line} />;
  return status?.isRefreshing ? (
    <LazyPart loading={line} failure={line}>
      <RefreshProgress value={status.refreshingProcess} />
    </LazyPart>
  ) : (
    line
  );
}

/**
 * Loads all data of the page again when a refresh ends, also when the refresh began and ended between two polls, and returns the
 * status of that end.
 */
function useEndOfRefresh(status: RefreshStatus | undefined): RefreshStatus | undefined {
  const client = useQueryClient();
  const [seen, setSeen] = useState(status);
  const [ended, setEnded] = useState<RefreshStatus>();
  if (status !== seen) {
    setSeen(status);
    if (status && seen && hasEnded(seen, status)) setEnded(status);
  }
  useEffect(() => {
    if (ended) refetchMonitor(client);
  }, [client, ended]);
  return ended;
}

const hasEnded = (before: RefreshStatus, now: RefreshStatus) =>
  !now.isRefreshing &&
  (before.isRefreshing ||
    before.lastRefreshSuccessAt !== now.lastRefreshSuccessAt ||
    before.lastRefreshFailureAt !== now.lastRefreshFailureAt);
