import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { BrowserList } from './session-list.tsx';
import styles from './account-card.module.css';

const browsersQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => call('GET /api/auth/sessions', { signal }),
});

/** Where else one is signed in, with a way to end that from here. */
export function SignedInBrowsers() {
  const client = useQueryClient();
  const { data: browsers, error, refetch } = useQuery(browsersQuery);
  if (error) return <Failure what="Your sessions could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!browsers) return null;
  return (
    <section className={styles.browsers}>
      <h2>Sessions</h2>
      <BrowserList
        browsers={browsers}
        end={(sessionRef) => call('POST /api/auth/sessions/{sessionRef}/end', { params: { sessionRef } })}
        onEnded={() => client.invalidateQueries(browsersQuery)}
      />
    </section>
  );
}
