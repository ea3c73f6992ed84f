import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountView } from 'shared-types/contract/auth';
import { call } from '../../../api/call.ts';
import { sessionQuery } from '../../../api/session.ts';
import { formatAge } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/buttons/button.tsx';
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

function AccountRow({ account }: { account: AccountView }) {
  const { userId, email, provider, lastSignInTime, disabledTime } = account;
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  return (
    <details className={styles.person} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>
          {email}{' '}
          <span className={styles.soft}>
            {provider === 'google' && 'with Google, '}last signed in {formatAge(lastSignInTime, now)}
            {disabledTime !== null && ', disabled'}
          </span>
        </span>
      </summary>
      {isOpen && (
        <>
          <AccountSessions userId={userId} email={email} />
          <Access account={account} />
        </>
      )}
    </details>
  );
}

/** Disables an account, or enables it again. The owner's own one has no button. */
function Access({ account: { userId, email, disabledTime } }: { account: AccountView }) {
  const client = useQueryClient();
  const { data: user } = useQuery(sessionQuery);
  const isDisabled = disabledTime !== null;
  const label = isDisabled ? 'Enable' : 'Disable';
  const change = useMutation({
    mutationFn: () =>
      call(`POST /api/auth/owner/accounts/{userId}/${isDisabled ? 'enable' : 'disable'}`, { params: { userId } }),
    onSettled: () =>
      Promise.all([client.invalidateQueries(accountsQuery), client.invalidateQueries(accountSessionsQuery(userId))]),
  });
  if (user?.userId === userId) return null;
  return (
    <div className={styles.access}>
      <p>
        {isDisabled
          ? 'This account cannot sign in.'
          : 'Disabling an account ends all its sessions. It cannot sign in until you enable it again.'}
      </p>
      <Button
        aria-label={`${label} ${email}`}
        aria-busy={change.isPending}
        onClick={() => {
          if (!change.isPending) change.mutate();
        }}
      >
        {label}
      </Button>
      {change.isError && (
        <Failure
          what={`Could not ${isDisabled ? 'enable' : 'disable'} the account.`}
          error={change.error}
          onRetry={() => change.mutate()}
        />
      )}
    </div>
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
