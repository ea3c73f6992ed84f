import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignedInBrowser } from 'shared-types/auth';
import { call } from '../../api/call.ts';
import { momentOf } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import styles from './user-card.module.css';

const browsersQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => call('GET /api/auth/sessions', { signal }),
});

const providerNames = { cognito: 'Cognito', google: 'Google' };

/** Where else one is signed in, with a way to end that from here. */
export function SignedInBrowsers() {
  const { data: browsers, error, refetch } = useQuery(browsersQuery);
  if (error) return <Failure what="Your sessions could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!browsers) return null;
  return (
    <section className={styles.browsers}>
      <h2>Sessions</h2>
      <ul>
        {browsers.map((browser) => (
          <Browser key={browser.sessionRef} browser={browser} />
        ))}
      </ul>
    </section>
  );
}

function Browser({ browser: { sessionRef, createTime, provider, current } }: { browser: SignedInBrowser }) {
  const client = useQueryClient();
  const now = useNow();
  const since = momentOf(createTime, now);
  const end = useMutation({
    mutationFn: () => call('POST /api/auth/sessions/{sessionRef}/end', { params: { sessionRef } }),
    onSuccess: () => client.invalidateQueries(browsersQuery),
  });
  return (
    <li className={styles.browser}>
      <span>
        {providerNames[provider]}, since {since}
      </span>
      {current ? (
        <span>this browser</span>
      ) : (
        <Button
          aria-label={`end the session since ${since}`}
          aria-busy={end.isPending}
          onClick={() => {
            if (!end.isPending) end.mutate();
          }}
        >
          end
        </Button>
      )}
      {end.isError && <Failure what="It was not ended." error={end.error} onRetry={() => end.mutate()} />}
    </li>
  );
}
