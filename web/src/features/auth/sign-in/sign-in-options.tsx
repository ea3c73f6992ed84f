import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { defaultRedirect, safeRedirect } from 'shared-types/rules/auth/redirect';
import { isTransient } from '../../../api/api-error.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Page } from '../../../layout/page.tsx';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import styles from './sign-in-options.module.css';
import { GoogleButton } from '../google/google-button.tsx';
import { AccountCard } from '../account/account-card.tsx';
import { returnNotice } from '../messages.ts';
import * as texts from './messages.ts';

/** The account when signed in, and the two ways to sign in otherwise. */
export function SignInOptions() {
  const { data: user, error, isPending, refetch } = useQuery(sessionQuery);
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const redirectUrl = query.get('redirectUrl');
  if (user)
    return (
      <Page title={user.name}>
        <h1>{texts.yourAccount}</h1>
        <ContinueLink to={safeRedirect(redirectUrl, location.origin)} />
        <AccountCard user={user} />
      </Page>
    );
  const notice = returnNotice(query.get('error'));
  return (
    <Page title={texts.signIn}>
      <div className={styles.narrow}>
        <h1>{texts.signIn}</h1>
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
              <Failure what={texts.couldNotCheckSession} error={error} onRetry={() => void refetch()} />
            )}
            <div className={styles.options}>
              <GoogleButton redirectUrl={redirectUrl} />
              <Link className={buttonClass} to={{ pathname: '/auth/signin/cognito', search }}>
                {texts.signInWithCognito}
              </Link>
            </div>
            <p className={styles.note}>{texts.aboutCognito}</p>
          </>
        )}
      </div>
    </Page>
  );
}

/** The way to the tools, or back for a user who was redirected here and has signed in in another tab meanwhile. */
const ContinueLink = ({ to }: { to: string }) => (
  <p className={styles.note}>
    <Link to={to === defaultRedirect ? '/' : to}>
      {to === defaultRedirect ? texts.openYourTools : texts.continueWhereYouLeftOff}
    </Link>
  </p>
);
