import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { monitorQueries, refreshStatusQuery } from '../queries.ts';
import { describeNextRefresh, describeRefresh } from './messages.ts';
import styles from './refresh-status.module.css';

/** The state of the refresh, and below it the time of the next one or the given note. */
export function RefreshStatusLine({ note }: { note: string | undefined }) {
  const { data: status, error, refetch } = useQuery(refreshStatusQuery);
  const now = useNow();
  useReloadAfterRefresh(status?.isRefreshing);
  if (error)
    return (
      <div className={styles.status}>
        <Failure what="Could not get the refresh status." error={error} onRetry={() => void refetch()} />
      </div>
    );
  return (
    <div className={styles.status}>
      {/* Screen readers announce the end of a refresh, not each percentage. */}
      <output aria-live={status?.isRefreshing ? 'off' : 'polite'}>{status && describeRefresh(status, now)}</output>
      <p className={styles.aside}>{note ?? (status && describeNextRefresh(status, now))}</p>
    </div>
  );
}

/** The line under the toolbar, which is a progress bar while a refresh runs. */
export function RefreshProgress() {
  const { data: status } = useQuery(refreshStatusQuery);
  if (!status?.isRefreshing) return <div className={styles.bar} />;
  return <progress className={styles.bar} aria-label="Refreshing" max={1} value={status.refreshingProcess} />;
}

/** Loads all data of the page again when a refresh ends. */
function useReloadAfterRefresh(isRefreshing: boolean | undefined) {
  const client = useQueryClient();
  const wasRefreshing = useRef(isRefreshing);
  useEffect(() => {
    if (wasRefreshing.current === true && isRefreshing === false) void client.invalidateQueries(monitorQueries);
    wasRefreshing.current = isRefreshing;
  }, [client, isRefreshing]);
}
