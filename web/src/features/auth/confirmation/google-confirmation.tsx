import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from '../flow/flow-form.module.css';
import { googleConfirmationUrl, maxInitAgeMs } from '../google/google-sign-in.ts';
import { googleConfirmationNotice, listenForConfirmation } from './confirmation-channel.ts';

const startQuery = queryOptions({
  queryKey: ['auth', 'googleReauthentication'],
  queryFn: ({ signal }) => call('POST /api/auth/google/reauthenticate', { signal }),
  // Each step is for one try.
  gcTime: 0,
  staleTime: maxInitAgeMs,
  refetchInterval: maxInitAgeMs,
  refetchOnWindowFocus: false,
});

interface GoogleConfirmationProps {
  userId: string;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Leads to Google in another tab, so that nothing typed on this page is lost. */
export function GoogleConfirmation({ userId, onConfirmed, onCancel }: GoogleConfirmationProps) {
  const { data: init, error, refetch } = useQuery(startQuery);
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  useEffect(
    () =>
      listenForConfirmation((ended) => {
        if (ended === '') return onConfirmed();
        setProblem(ended);
        // The step is used up, so nothing may lead to Google with it while the next one is on its way.
        void client.resetQueries({ queryKey: startQuery.queryKey });
      }),
    [onConfirmed, client],
  );
  return (
    <>
      <p className={styles.lead}>
        Choose your account at Google once more, in another tab. You will not be asked again for five minutes.
      </p>
      <div className={styles.error} role="alert">
        {problem !== '' && <p>{googleConfirmationNotice(problem)}</p>}
      </div>
      {error && <Failure what="Google cannot be reached." error={error} onRetry={() => void refetch()} />}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        {init && (
          <a
            className={buttonClass}
            href={googleConfirmationUrl(init, location.origin, userId)}
            target="_blank"
            rel="noopener noreferrer"
          >
            Continue with Google
          </a>
        )}
      </div>
    </>
  );
}
