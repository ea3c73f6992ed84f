import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from '../houses/houses.module.css';
import { monitorQueries, refreshStatusQuery } from '../queries.ts';
import { describeNextRefresh, describeRefresh } from '../format.ts';

/** How the refresh stands, and beneath it what comes next, or what is to be said `instead`. When it ends, everything on the page is asked again. */
export function RefreshStatusLine({ instead }: { instead: string | undefined }) {
  const { data: status, error, refetch } = useQuery(refreshStatusQuery);
  const now = useNow();
  useNewsAtTheEnd(status?.isRefreshing);
  if (error)
    return (
      <div className={styles.refresh}>
        <Failure what="The refresh cannot be followed." error={error} onRetry={() => void refetch()} />
      </div>
    );
  return (
    <div className={styles.refresh}>
      {/* Its end is announced, not each of its percents. */}
      <output aria-live={status?.isRefreshing ? 'off' : 'polite'}>{status && describeRefresh(status, now)}</output>
      <p className={styles.aside}>{instead ?? (status && describeNextRefresh(status, now))}</p>
    </div>
  );
}

/** The line under the toolbar; while a refresh runs it fills. */
export function RefreshProgress() {
  const { data: status } = useQuery(refreshStatusQuery);
  if (!status?.isRefreshing) return <div className={styles.bar} />;
  return <progress className={styles.bar} aria-label="Refreshing" max={1} value={status.refreshingProcess} />;
}

function useNewsAtTheEnd(isRefreshing: boolean | undefined) {
  const client = useQueryClient();
  const was = useRef(isRefreshing);
  useEffect(() => {
    if (was.current === true && isRefreshing === false) void client.invalidateQueries(monitorQueries);
    was.current = isRefreshing;
  }, [client, isRefreshing]);
}
