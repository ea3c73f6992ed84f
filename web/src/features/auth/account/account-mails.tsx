import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from './account-card.module.css';
import { describeMails } from './messages.ts';
import * as texts from './messages.ts';

export const ownMailsQuery = queryOptions({
  queryKey: ['auth', 'mails'],
  queryFn: ({ signal }) => call('GET /api/auth/mails', { signal }),
});

/** The state of the mails about the account. The user confirms the subscription once, through a link in an email from AWS. */
export function AccountMails() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(ownMailsQuery);
  const sending = useMutation({
    mutationFn: () => call('POST /api/auth/mails/confirm'),
    onSuccess: (mails) => client.setQueryData(ownMailsQuery.queryKey, mails),
  });
  if (error) return <Failure what={texts.couldNotLoadEmail} error={error} onRetry={() => void refetch()} />;
  if (!data || data.address === null) return null;
  const { address, state } = data;
  return (
    <section className={styles.sessions}>
      <h2>{texts.emailNotifications}</h2>
      <p className={styles.mails}>{describeMails[state](address)}</p>
      {state !== 'on' && (
        <p className={styles.credentials}>
          <Button
            aria-busy={sending.isPending}
            onClick={() => {
              if (!sending.isPending) sending.mutate();
            }}
          >
            {state === 'pending' ? texts.sendAgain : texts.turnOn}
          </Button>
        </p>
      )}
      <p role="status" className={styles.done}>
        {sending.isSuccess && sending.data.state === 'pending' && texts.confirmationIsOnItsWay}
      </p>
      {sending.isError && (
        <Failure what={texts.couldNotSendMail} error={sending.error} onRetry={() => sending.mutate()} />
      )}
    </section>
  );
}
