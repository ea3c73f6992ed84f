import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import styles from '../sign-in/sign-in-options.module.css';
import { maxInitAgeMs, googleAuthorizationUrl, googleInitQuery, isNotSetUp } from './google-sign-in.ts';

export function GoogleButton({ redirectUrl }: { redirectUrl: string | null }) {
  const { data: init, error, errorUpdateCount } = useQuery(googleInitQuery);
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  // While a failed one is asked again it stays an error: a spinner every few seconds would only flicker.
  if (!init && errorUpdateCount === 0)
    return (
      <output className={styles.waiting}>
        <span className={styles.spinner} />
        <span className="unseen">Loading the sign-in with Google</span>
      </output>
    );
  if (!init || error)
    return (
      <div className={styles.way}>
        <Button disabled aria-describedby="google-note">
          error
        </Button>
        <p id="google-note" className={styles.small}>
          {isNotSetUp(error)
            ? 'Signing in with Google is not set up here.'
            : 'Signing in with Google is not possible just now.'}
        </p>
      </div>
    );
  const leave = async () => {
    setLeaving(true);
    try {
      const fresh = await client.fetchQuery({ ...googleInitQuery, staleTime: maxInitAgeMs });
      location.assign(googleAuthorizationUrl(fresh, location.origin, redirectUrl));
    } catch {
      // The query has failed, and the button says so.
      setLeaving(false);
    }
  };
  return (
    <Button aria-busy={isLeaving} onClick={() => void leave()}>
      Sign in with Google
    </Button>
  );
}
