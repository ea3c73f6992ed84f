import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import styles from '../sign-in/sign-in-options.module.css';
import { maxInitAgeMs, googleAuthorizationUrl, googleInitQuery, isNotSetUp } from './google-sign-in.ts';
import * as texts from './messages.ts';

export function GoogleButton({ redirectUrl }: { redirectUrl: string | null }) {
  const { data: init, error, errorUpdateCount } = useQuery(googleInitQuery);
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  // During retries the button stays disabled, because a spinner every few seconds would flicker.
  if (!init && errorUpdateCount === 0)
    return (
      <output className={styles.waiting}>
        <span className={styles.spinner} />
        <span className="unseen">{texts.loadingGoogleSignIn}</span>
      </output>
    );
  if (!init || error)
    return (
      <div className={styles.option}>
        <Button disabled aria-describedby="google-note">
          {texts.error}
        </Button>
        <p id="google-note" className={styles.small}>
          {isNotSetUp(error) ? texts.googleNotSetUp : texts.googleUnavailable}
        </p>
      </div>
    );
  const leave = async () => {
    setLeaving(true);
    try {
      const fresh = await client.fetchQuery({ ...googleInitQuery, staleTime: maxInitAgeMs });
      location.assign(googleAuthorizationUrl(fresh, location.origin, redirectUrl));
    } catch {
      // The query is in its error state, which the button shows.
      setLeaving(false);
    }
  };
  return (
    <Button aria-busy={isLeaving} onClick={() => void leave()}>
      {texts.signInWithGoogle}
    </Button>
  );
}
