import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from './account-card.module.css';
import { SessionList } from './session-list.tsx';

const ownSessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  meta: { part: 'sign-ins' },
  queryFn: ({ signal }) => call('GET /api/auth/sessions', { signal }),
});

/** The browsers in which the user is signed in. */
export function OwnSessions() {
  const client = useQueryClient();
  const { data: sessions, error, refetch } = useQuery(ownSessionsQuery);
  if (error) return <Failure what="Could not load your sessions." error={error} onRetry={() => void refetch()} />;
  return (
    <section className={styles.sessions}>
      <h2>Sessions</h2>
      {sessions ? (
        <SessionList
          sessions={sessions}
          end={(sessionRef) => call('POST /api/auth/sessions/{sessionRef}/end', { params: { sessionRef } })}
          onEnded={() => client.invalidateQueries(ownSessionsQuery)}
        />
      ) : (
        // Every user has at least one session, so its place is kept while the list loads.
        <div className={styles.session} />
      )}
    </section>
  );
}
