import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { SessionList } from './session-list.tsx';
import styles from './account-card.module.css';

const ownSessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => call('GET /api/auth/sessions', { signal }),
});

/** Where else one is signed in, with a way to end that from here. */
export function OwnSessions() {
  const client = useQueryClient();
  const { data: browsers, error, refetch } = useQuery(ownSessionsQuery);
  if (error) return <Failure what="Your sessions could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!browsers) return null;
  return (
    <section className={styles.browsers}>
      <h2>Sessions</h2>
      <SessionList
        browsers={browsers}
        end={(sessionRef) => call('POST /api/auth/sessions/{sessionRef}/end', { params: { sessionRef } })}
        onEnded={() => client.invalidateQueries(ownSessionsQuery)}
      />
    </section>
  );
}
