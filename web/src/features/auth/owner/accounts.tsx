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

/** All accounts, each with its sessions. */
export function Accounts() {
  const { data: accounts, error, refetch } = useQuery(accountsQuery);
  return (
    <>
      <h3>Accounts</h3>
      {error && <Failure what="Could not load the accounts." error={error} onRetry={() => void refetch()} />}
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
  const { data: sessions, error, refetch } = useQuery(query);
  if (error)
    return <Failure what={`Could not load the sessions of ${email}.`} error={error} onRetry={() => void refetch()} />;
  if (!sessions) return <Skeleton rows={1} />;
  if (sessions.length === 0) return <p className={styles.none}>No active sessions.</p>;
  return (
    <SessionList
      sessions={sessions}
      end={(sessionRef) =>
        call('POST /api/auth/owner/accounts/{userId}/sessions/{sessionRef}/end', { params: { userId, sessionRef } })
      }
      onEnded={() => client.invalidateQueries(query)}
    />
  );
}
