import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountView } from 'shared-types/contract/auth';
import { call } from '../../../api/call.ts';
import { formatAge } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SessionList } from '../account/session-list.tsx';
import styles from './owner.module.css';
import { accountSessionsQuery, accountsQuery } from './queries.ts';

/** Everybody with an account, and where they are signed in. */
export function Accounts() {
  const { data: accounts, error, refetch } = useQuery(accountsQuery);
  return (
    <>
      <h3>People</h3>
      {error && <Failure what="The people could not be loaded." error={error} onRetry={() => void refetch()} />}
      {!accounts && !error && <Skeleton rows={1} />}
      {accounts?.map((account) => (
        <AccountRow key={account.userId} account={account} />
      ))}
    </>
  );
}

function AccountRow({ account: { userId, email, provider, lastSignInTime } }: { account: AccountView }) {
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  return (
    <details className={styles.person} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>
          {email}{' '}
          <span className={styles.soft}>
            {provider === 'google' && 'with Google, '}last signed in {formatAge(lastSignInTime, now)}
          </span>
        </span>
      </summary>
      {isOpen && <AccountSessions userId={userId} email={email} />}
    </details>
  );
}

function AccountSessions({ userId, email }: Pick<AccountView, 'userId' | 'email'>) {
  const client = useQueryClient();
  const query = accountSessionsQuery(userId);
  const { data: browsers, error, refetch } = useQuery(query);
  if (error)
    return (
      <Failure what={`The sessions of ${email} could not be loaded.`} error={error} onRetry={() => void refetch()} />
    );
  if (!browsers) return <Skeleton rows={1} />;
  if (browsers.length === 0) return <p className={styles.none}>Signed in nowhere.</p>;
  return (
    <SessionList
      browsers={browsers}
      end={(sessionRef) =>
        call('POST /api/auth/owner/accounts/{userId}/sessions/{sessionRef}/end', { params: { userId, sessionRef } })
      }
      onEnded={() => client.invalidateQueries(query)}
    />
  );
}
