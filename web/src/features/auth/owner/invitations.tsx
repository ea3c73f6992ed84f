import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Invitation } from 'shared-types/contract/auth';
import { maxInvitationNoteLength } from 'shared-types/rules/limits';
import { call } from '../../../api/call.ts';
import { formatFutureTime, formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import styles from './owner.module.css';
import { invitationsQuery } from './queries.ts';
import { outcomeOf, invitationLink } from './format.ts';

/** Makes a link that lets one person sign up, and shows what has become of the others. */
export function Invitations() {
  const client = useQueryClient();
  const { data: invitations, error, refetch } = useQuery(invitationsQuery);
  const [note, setNote] = useState('');
  const make = useMutation({
    mutationFn: () => call('POST /api/auth/owner/invitations/create', { body: { note } }),
    onSuccess: () => {
      setNote('');
      return client.invalidateQueries(invitationsQuery);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!make.isPending) make.mutate();
  };
  return (
    <>
      <h3>Invitations</h3>
      <form className={styles.make} onSubmit={submit}>
        <label htmlFor="for-whom">For whom</label>
        <input
          id="for-whom"
          maxLength={maxInvitationNoteLength}
          autoComplete="off"
          placeholder="a name, if you like"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="submit" aria-busy={make.isPending}>
          Make an invitation link
        </Button>
      </form>
      {make.isError && <Failure what="No link was made." error={make.error} onRetry={() => make.mutate()} />}
      <div role="status">{make.data && <NewInvitation {...make.data} />}</div>
      {error && <Failure what="The invitations could not be loaded." error={error} onRetry={() => void refetch()} />}
      {!invitations && !error && <Skeleton rows={1} />}
      {invitations?.length === 0 && <p className={styles.none}>None yet.</p>}
      {invitations && (
        <ul>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.invitationRef} invitation={invitation} />
          ))}
        </ul>
      )}
    </>
  );
}

function NewInvitation({ code, invitation }: { code: string; invitation: Invitation }) {
  const now = useNow();
  return (
    <div className={styles.made}>
      <code id="invitation-link">{invitationLink(location.origin, code)}</code>
      <CopyButton of="invitation-link" />
      <p>
        For one person, until {formatFutureTime(invitation.expiryTime, now)}. Copy it now: it is not shown again once
        you leave this page.
      </p>
    </div>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { invitationRef, note, createTime, state } = invitation;
  const client = useQueryClient();
  const now = useNow();
  const revoke = useMutation({
    mutationFn: () => call('POST /api/auth/owner/invitations/{invitationRef}/revoke', { params: { invitationRef } }),
    // Also when it was refused: somebody may just have used it.
    onSettled: () => client.invalidateQueries(invitationsQuery),
  });
  const name = note === '' ? `made ${formatTime(createTime, now)}` : note;
  return (
    <li className={styles.line}>
      <span>
        {name} <span className={styles.soft}>{outcomeOf(invitation, now)}</span>
      </span>
      {state === 'open' && (
        <Button
          aria-label={`revoke the invitation ${name}`}
          aria-busy={revoke.isPending}
          onClick={() => {
            if (!revoke.isPending) revoke.mutate();
          }}
        >
          revoke
        </Button>
      )}
      {revoke.isError && <Failure what="It was not revoked." error={revoke.error} />}
    </li>
  );
}
