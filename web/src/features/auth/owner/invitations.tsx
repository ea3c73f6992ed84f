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
import * as texts from './messages.ts';

/** Creates invitation links, each for one person, and lists those created so far. */
export function Invitations() {
  const client = useQueryClient();
  const { data: invitations, error, refetch } = useQuery(invitationsQuery);
  const [note, setNote] = useState('');
  const create = useMutation({
    mutationFn: () => call('POST /api/auth/owner/invitations/create', { body: { note } }),
    onSuccess: async () => {
      setNote('');
      // A first load that is still under way may have read the list before, and would not be asked again.
      await client.cancelQueries(invitationsQuery);
      await client.invalidateQueries(invitationsQuery);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  };
  return (
    <>
      <h3>{texts.invitations}</h3>
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor="invitation-note">{texts.nameLabel}</label>
        <input
          id="invitation-note"
          maxLength={maxInvitationNoteLength}
          autoComplete="off"
          placeholder={texts.optional}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="submit" aria-busy={create.isPending}>
          {texts.createLink}
        </Button>
      </form>
      {create.isError && (
        <Failure what={texts.couldNotCreateLink} error={create.error} onRetry={() => create.mutate()} />
      )}
      <div role="status">{create.data && <NewInvitation {...create.data} />}</div>
      {error && <Failure what={texts.couldNotLoadInvitations} error={error} onRetry={() => void refetch()} />}
      {!invitations && !error && <Skeleton rows={1} />}
      {invitations?.length === 0 && <p className={styles.none}>{texts.noInvitationsYet}</p>}
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
    <div className={styles.created}>
      <code id="invitation-link">{invitationLink(location.origin, code)}</code>
      <CopyButton of="invitation-link" />
      <p>{texts.linkIsValidUntil(formatFutureTime(invitation.expiryTime, now))}</p>
    </div>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { invitationRef, note, createTime, state } = invitation;
  const client = useQueryClient();
  const now = useNow();
  const revoke = useMutation({
    mutationFn: () => call('POST /api/auth/owner/invitations/{invitationRef}/revoke', { params: { invitationRef } }),
    // The list loads again after a refusal too, because the invitation may just have been used.
    onSettled: () => client.invalidateQueries(invitationsQuery),
  });
  const name = note === '' ? texts.createdAt(formatTime(createTime, now)) : note;
  return (
    <li className={styles.invitation}>
      <span>
        {name} <span className={styles.soft}>{outcomeOf(invitation, now)}</span>
      </span>
      {state === 'open' && (
        <Button
          aria-label={texts.revokeInvitation(name)}
          aria-busy={revoke.isPending}
          onClick={() => {
            if (!revoke.isPending) revoke.mutate();
          }}
        >
          {texts.revoke}
        </Button>
      )}
      {revoke.isError && <Failure what={texts.couldNotRevokeInvitation} error={revoke.error} />}
    </li>
  );
}
