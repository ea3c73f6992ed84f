import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { PeopleRights } from 'shared-types/contract/stack/rights';
import { isUsername, usernameOf } from 'shared-types/rules/auth/username';
import { commonRights, maxPeople, stackRights } from 'shared-types/rules/stack/rights';
import { Button, LinkButton, PrimaryButton } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { RightRow, toggled } from './right-row.tsx';
import { rightsQuery, useSetRights } from './use-rights.ts';
import styles from './rights.module.css';

type Versioned = PeopleRights & { version: number };

/** The people who may start and stop this server and use its console, for the owner. */
export default function RightsPanel({ stackName }: { stackName: string }) {
  const { data, error, refetch } = useQuery(rightsQuery(stackName));
  const save = useSetRights(stackName);
  if (error) return <Failure what="Could not load the rights." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={2} />;
  return (
    <>
      <p className={styles.note}>
        You may do everything. Others may do what you choose here. A right that you take away ends with the person’s
        next click.
      </p>
      <RightsForm key={data.version} stored={data} isSaving={save.isPending} onSave={save.mutate} />
      <output className={styles.note}>{save.isSuccess && 'Saved.'}</output>
      {save.error && <Failure what="Could not save the rights." error={save.error} />}
    </>
  );
}

interface RightsFormProps {
  stored: Versioned;
  isSaving: boolean;
  onSave: (rights: Versioned) => void;
}

function RightsForm({ stored, isSaving, onSave }: RightsFormProps) {
  const id = useId();
  const [everyone, setEveryone] = useState(stored.everyone);
  const [people, setPeople] = useState(stored.people);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSaving) onSave({ everyone, people, version: stored.version });
  }
  return (
    <>
      <form id={id} className={styles.form} onSubmit={submit}>
        <RightRow
          name="Everyone who is signed in"
          options={commonRights}
          rights={everyone}
          onToggle={(right) => setEveryone(toggled(everyone, right))}
        />
        {people.map(({ email, rights }, index) => (
          <RightRow
            key={email}
            name={email}
            options={stackRights}
            rights={rights}
            onToggle={(right) => setPeople(people.with(index, { email, rights: toggled(rights, right) }))}
          >
            <LinkButton
              aria-label={`Remove ${email}`}
              onClick={() => setPeople(people.filter((person) => person.email !== email))}
            >
              Remove
            </LinkButton>
          </RightRow>
        ))}
      </form>
      <NewPerson
        listed={people.map(({ email }) => email)}
        onAdd={(email) => setPeople([...people, { email, rights: ['start', 'stop'] }])}
      />
      <div className={styles.save}>
        <PrimaryButton type="submit" form={id} aria-busy={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </PrimaryButton>
      </div>
    </>
  );
}

function NewPerson({ listed, onAdd }: { listed: readonly string[]; onAdd: (email: string) => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  function add(event: FormEvent) {
    event.preventDefault();
    const email = usernameOf(typed);
    const isListed = listed.includes(email);
    setProblem(
      isListed
        ? 'This person is already on the list.'
        : isUsername(email)
          ? undefined
          : 'Enter an email address, such as ann@example.org.',
    );
    if (isListed || !isUsername(email)) return;
    setTyped('');
    onAdd(email);
  }
  return (
    <form className={styles.add} noValidate onSubmit={add}>
      <TextField
        label="Email address of an account"
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={128}
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" disabled={listed.length >= maxPeople}>
        Add
      </Button>
    </form>
  );
}
