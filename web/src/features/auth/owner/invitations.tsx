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

/** How an invitation ended, or when it ends. */
const outcomeTexts: Record<Invitation['state'], (invitation: Invitation, now: number) => string> = {
  open: ({ expiryTime }, now) => `expires ${formatFutureTime(expiryTime, now)}`,
  used: ({ usedBy }) => `used by ${usedBy}`,
  expired: () => 'expired',
  revoked: () => 'revoked',
};

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
      <h3>Invitations</h3>
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor="invitation-note">Name</label>
        <input
          id="invitation-note"
          maxLength={maxInvitationNoteLength}
          autoComplete="off"
          placeholder="Optional"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button type="submit" aria-busy={create.isPending}>
          Create link
        </Button>
      </form>
      {create.isError && (
        <Failure what="Could not create the link." error={create.error} onRetry={() => create.mutate()} />
      )}
      <div role="status">{create.data && <NewInvitation {...create.data} />}</div>
      {error && <Failure what="Could not load the invitations." error={error} onRetry={() => void refetch()} />}
      {!invitations && !error && <Skeleton rows={1} />}
      {invitations?.length === 0 && <p className={styles.none}>No invitations yet.</p>}
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

/** Returns the link that opens the sign-up page with the code filled in. */
const invitationLink = (origin: string, code: string) => `${origin}/auth/signin/cognito#invitation=${code}`;

function NewInvitation({ code, invitation }: { code: string; invitation: Invitation }) {
  const now = useNow();
  return (
    <div className={styles.created}>
      <code id="invitation-link">{invitationLink(location.origin, code)}</code>
      <CopyButton of="invitation-link" />
      <p>{`Valid for one person until ${formatFutureTime(invitation.expiryTime, now)}. Copy the link now: it is not shown again after you leave this page.`}</p>
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
  const name = note === '' ? `Created ${formatTime(createTime, now)}` : note;
  return (
    <li className={styles.invitation}>
      <span>
        {name} <span className={styles.soft}>{outcomeTexts[state](invitation, now)}</span>
      </span>
      {state === 'open' && (
        <Button
          aria-label={`Revoke invitation ${name}`}
          aria-busy={revoke.isPending}
          onClick={() => {
            if (!revoke.isPending) revoke.mutate();
          }}
        >
          Revoke
        </Button>
      )}
      {revoke.isError && <Failure what="Could not revoke the invitation." error={revoke.error} />}
    </li>
  );
}
