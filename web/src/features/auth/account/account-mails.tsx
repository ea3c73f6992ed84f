import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnMails } from 'shared-types/contract/account-mails';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from './account-card.module.css';

export const ownMailsQuery = queryOptions({
  queryKey: ['auth', 'mails'],
  meta: { part: 'security mails' },
  queryFn: ({ signal }) => call('GET /api/auth/mails', { signal }),
});

const reasons = 'for a sign-in in a new browser, and when the password or the authenticator changes';

/** Describes what is sent to the address of the account. */
const describeMails: Record<OwnMails['state'], (address: string) => string> = {
  on: (address) => `Emails about this account go to ${address}: ${reasons}.`,
  pending: (address) =>
    `Confirm the email that AWS sent to ${address}. Its subject is "AWS Notification - Subscription Confirmation", and it may be in the spam folder. After that, you get an email ${reasons}.`,
  off: (address) => `No emails about this account are sent to ${address}. Turn them on to get one ${reasons}.`,
};

/** The state of the mails about the account. The user confirms the subscription once, through a link in an email from AWS. */
export function AccountMails() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(ownMailsQuery);
  const sending = useMutation({
    mutationFn: () => call('POST /api/auth/mails/confirm'),
    onSuccess: (mails) => client.setQueryData(ownMailsQuery.queryKey, mails),
  });
  if (error) return <Failure what="Could not load the email settings." error={error} onRetry={() => void refetch()} />;
  if (!data || data.address === null) return null;
  const { address, state } = data;
  return (
    <section className={styles.sessions}>
      <h2>Email notifications</h2>
      <p className={styles.mails}>{describeMails[state](address)}</p>
      {state !== 'on' && (
        <p className={styles.credentials}>
          <Button
            aria-busy={sending.isPending}
            onClick={() => {
              if (!sending.isPending) sending.mutate();
            }}
          >
            {state === 'pending' ? 'Send again' : 'Turn on'}
          </Button>
        </p>
      )}
      <p role="status" className={styles.done}>
        {sending.isSuccess && sending.data.state === 'pending' && 'The email from AWS is on its way.'}
      </p>
      {sending.isError && (
        <Failure what="Could not send the email." error={sending.error} onRetry={() => sending.mutate()} />
      )}
    </section>
  );
}
