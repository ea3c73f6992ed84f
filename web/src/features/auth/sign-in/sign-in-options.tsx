import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { defaultRedirect, safeRedirect } from 'shared-types/rules/auth/redirect';
import { isTransient } from '../../../api/api-error.ts';
import { sessionQuery } from '../../../api/session.ts';
import { hearTabs, personChannel } from '../../../lib/tab/tell-tabs.ts';
import { Page } from '../../../layout/page.tsx';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import styles from './sign-in-options.module.css';
import { GoogleButton } from '../google/google-button.tsx';
import { AccountCard } from '../account/account-card.tsx';

/** The reason for a return to the sign-in page, by its query parameter `error`. */
const returnNotices = new Map([
  ['notAllowed', 'This account does not have access. Try another account, or ask the owner.'],
  ['expired', 'The sign-in has expired or was started in another browser. Try again.'],
  ['provider', 'Google sign-in failed. Try again in a moment.'],
  ['sessionEnded', 'Your session has ended. Sign in to go on where you left off.'],
]);

const returnNotice = (error: string | null) => returnNotices.get(error ?? '');

/** The account when signed in, and the two ways to sign in otherwise. */
export function SignInOptions() {
  const { data: user, error, isPending, refetch } = useQuery(sessionQuery);
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const redirectUrl = query.get('redirectUrl');
  const next = safeRedirect(redirectUrl, location.origin);
  useSignInElsewhere(user === undefined, next);
  if (user)
    return (
      <Page title={user.name}>
        <h1>Your account</h1>
        <ContinueLink to={next} />
        <AccountCard user={user} />
      </Page>
    );
  const notice = returnNotice(query.get('error'));
  return (
    <Page title="Sign in">
      <div className={styles.narrow}>
        <h1>Sign in</h1>
        {isPending && (
          <Waiting>
            <Skeleton rows={2} />
          </Waiting>
        )}
        {error && (
          <>
            {notice && (
              <p className={styles.notice} role="alert">
                {notice}
              </p>
            )}
            {isTransient(error) && (
              <Failure what="Could not check whether you are signed in." error={error} onRetry={() => void refetch()} />
            )}
            <div className={styles.options}>
              <GoogleButton redirectUrl={redirectUrl} />
              <Link className={buttonClass} to={{ pathname: '/auth/signin/cognito', search }}>
                Sign in with Cognito
              </Link>
            </div>
            <p className={styles.note}>
              Choose Cognito for an account on this site, with a password and an authenticator app.
            </p>
          </>
        )}
      </div>
    </Page>
  );
}

/** A page that waits for a sign-in goes on when another tab has signed in. */
function useSignInElsewhere(isWaiting: boolean, next: string) {
  useEffect(
    () => (isWaiting ? hearTabs(personChannel, (userId) => userId !== '' && location.replace(next)) : undefined),
    [isWaiting, next],
  );
}

/** The way to the tools, or back for a user who was redirected here and has signed in in another tab meanwhile. */
const ContinueLink = ({ to }: { to: string }) => (
  <p className={styles.note}>
    <Link to={to === defaultRedirect ? '/' : to}>
      {to === defaultRedirect ? 'Open your tools' : 'Continue where you left off'}
    </Link>
  </p>
);
