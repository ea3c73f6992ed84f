import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lockDrafts } from '../../../lib/draft-storage.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import styles from '../sign-in/sign-in-options.module.css';
import { maxInitAgeMs, googleAuthorizationUrl, googleInitQuery, isNotSetUp } from './google-sign-in.ts';

export function GoogleButton({ redirectUrl }: { redirectUrl: string | null }) {
  const { data: init, error, errorUpdateCount } = useQuery(googleInitQuery);
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  // During retries the button stays disabled, because a spinner every few seconds would flicker.
  if (!init && errorUpdateCount === 0)
    return (
      <output className={styles.waiting}>
        <span className={styles.spinner} />
        <span className="unseen">Loading Google sign-in</span>
      </output>
    );
  if (!init || error)
    return (
      <div className={styles.option}>
        <Button disabled aria-describedby="google-note">
          error
        </Button>
        <p id="google-note" className={styles.small}>
          {isNotSetUp(error)
            ? 'Google sign-in is not set up on this site.'
            : 'Google sign-in is unavailable right now. Try again in a moment.'}
        </p>
      </div>
    );
  const leave = async () => {
    setLeaving(true);
    try {
      const fresh = await client.fetchQuery({ ...googleInitQuery, staleTime: maxInitAgeMs });
      // Another person may have written them, and the next page shows them before it knows who has signed in.
      lockDrafts();
      location.assign(googleAuthorizationUrl(fresh, location.origin, redirectUrl));
    } catch {
      // The query is in its error state, which the button shows.
      setLeaving(false);
    }
  };
  return (
    <Button aria-busy={isLeaving} onClick={() => void leave()}>
      Sign in with Google
    </Button>
  );
}
