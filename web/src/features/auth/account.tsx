import { useQuery } from '@tanstack/react-query';
import { isPassing } from '../../api/api-error.ts';
import { sessionQuery } from '../../api/session.ts';
import { Page } from '../../layout/page.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import styles from './account.module.css';
import { UserCard } from './user-card.tsx';

export default function Account() {
  const { data: user, error, isPending, refetch } = useQuery(sessionQuery);
  return (
    <Page title={user ? user.name : 'Sign in'}>
      <h1>{user ? 'You are signed in' : 'Sign in'}</h1>
      {isPending && <Loading rows={2} />}
      {user && <UserCard user={user} />}
      {isPassing(error) && (
        <Failure what="Who you are could not be looked up." error={error} onRetry={() => void refetch()} />
      )}
      {error && !isPassing(error) && (
        <p className={styles.note}>
          You are not signed in, and the door is not built yet: signing in with Google or with a password comes next.
        </p>
      )}
    </Page>
  );
}
