import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { StartLink } from 'shared-types/contract/stack/links';
import { type LinkTerm, linkTerms, maxLinkNoteLength } from 'shared-types/rules/stack/start-link';
import { formatFutureTime, formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field, TextField } from '../../../ui/field/field.tsx';
import { linkAddress } from './link-address.ts';
import { startLinksQuery, useCreateLink, useRevokeLink } from './use-start-links.ts';
import styles from './links.module.css';

const termTexts: Record<LinkTerm, string> = { day: 'a day', week: 'a week', month: '30 days' };

const isTerm = (text: string): text is LinkTerm => Object.hasOwn(linkTerms, text);

/** The links that start this server, for its owner. */
export default function StartLinks({ stackName }: { stackName: string }) {
  const { data: links, error, refetch } = useQuery(startLinksQuery(stackName));
  return (
    <div className={styles.panel}>
      <p className={styles.note}>
        A link starts this server, once in ten minutes, and does nothing else. It works without an account. Its hours
        count towards yours.
      </p>
      <NewLink stackName={stackName} />
      {error && <Failure what="Could not load the links." error={error} onRetry={() => void refetch()} />}
      {!links && !error && <Skeleton rows={1} />}
      {links?.length === 0 && <p className={styles.note}>No links yet.</p>}
      <ul className={styles.list}>
        {links?.map((link) => (
          <LinkRow key={link.linkRef} stackName={stackName} link={link} />
        ))}
      </ul>
    </div>
  );
}

function NewLink({ stackName }: { stackName: string }) {
  const [note, setNote] = useState('');
  const [validFor, setValidFor] = useState<LinkTerm>('week');
  const create = useCreateLink(stackName);
  const id = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending) create.mutate({ note: note.trim(), validFor }, { onSuccess: () => setNote('') });
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="For"
          placeholder="Optional"
          value={note}
          maxLength={maxLinkNoteLength}
          autoComplete="off"
          onChange={({ target }) => setNote(target.value)}
        />
        <Field label="Valid for">
          {(control) => (
            <select
              {...control}
              value={validFor}
              onChange={({ target }) => isTerm(target.value) && setValidFor(target.value)}
            >
              {Object.keys(linkTerms)
                .filter(isTerm)
                .map((term) => (
                  <option key={term} value={term}>
                    {termTexts[term]}
                  </option>
                ))}
            </select>
          )}
        </Field>
        <Button type="submit" aria-busy={create.isPending}>
          Create link
        </Button>
      </form>
      {create.error && <Failure what="Could not create the link." error={create.error} />}
      <div role="status">
        {create.data && (
          <div className={styles.created}>
            <code id={id}>{linkAddress(location.origin, { stackName, secret: create.data.secret })}</code>
            <CopyButton of={id} />
            <p>Copy the link now: it is not shown again after you leave this page.</p>
          </div>
        )}
      </div>
    </>
  );
}

function LinkRow({ stackName, link }: { stackName: string; link: StartLink }) {
  const now = useNow();
  const revoke = useRevokeLink(stackName);
  const name = link.note === '' ? `Created ${formatTime(link.createTime, now)}` : link.note;
  return (
    <li className={styles.row}>
      <span>
        {name}{' '}
        <span className={styles.note}>
          {link.state === 'open' ? <>expires {formatFutureTime(link.expiryTime, now)}</> : link.state}
          {link.lastStartTime !== null && <> · started the server at {formatTime(link.lastStartTime, now)}</>}
        </span>
      </span>
      {link.state === 'open' && (
        <Button
          aria-label={`Revoke link ${name}`}
          aria-busy={revoke.isPending}
          onClick={() => revoke.isPending || revoke.mutate(link.linkRef)}
        >
          Revoke
        </Button>
      )}
      {revoke.error && <Failure what="Could not revoke the link." error={revoke.error} />}
    </li>
  );
}
