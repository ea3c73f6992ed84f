import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { ApiError, errorMessage } from '../../../api/api-error.ts';
import { useDraftText } from '../../../lib/use-draft-text.ts';
import { useTimedFlag } from '../../../lib/use-timed-flag.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { refreshStatusQuery } from '../queries.ts';
import styles from './add-community.module.css';
import { useAddCommunity } from './mutations.ts';
import { RefusedLink } from './refused-link.ts';

const BeginQuestion = onDemand(() => import('./begin/begin-question.tsx'));

const noteMs = 5_000;

interface AddCommunityProps {
  /** The hosts of the communities in the list. Links to these hosts are accepted, too. */
  watchedHosts: string[];
  onAdded: (added: Resblock) => void;
}

/** What came of an addition. */
interface Addition {
  resblock: Resblock;
  wasTracked: boolean;
  /** What the user has chosen for the houses of a new community. */
  choice?: string;
}

export function AddCommunity({ watchedHosts, onAdded }: AddCommunityProps) {
  const [text, setText] = useDraftText('community');
  const field = useRef<HTMLInputElement>(null);
  const add = useAddCommunity(watchedHosts);
  const [isJustAdded, noteAdded] = useTimedFlag(noteMs);
  const [additions, setAdditions] = useState<readonly Addition[]>([]);
  const last = additions.at(-1);
  const asked = additions.filter(({ wasTracked, choice }) => !wasTracked && choice === undefined);
  const note = (addition: Addition) =>
    setAdditions((before) => [
      ...before.filter(({ resblock }) => resblock.resblockId !== addition.resblock.resblockId),
      addition,
    ]);
  useEffect(() => {
    if (last?.wasTracked) document.querySelector<HTMLElement>(`#name-${last.resblock.resblockId}`)?.focus();
  }, [last]);
  // The text may have changed while the site was asked about another one.
  const error = add.error && add.variables === text ? describeFailure(add.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || add.isPending) return;
    add.mutate(text, {
      onSuccess: ({ added, wasTracked }) => {
        setText('');
        note({ resblock: added, wasTracked });
        noteAdded();
        onAdded(added);
        if (!wasTracked) field.current?.focus();
      },
      onError: () => field.current?.focus(),
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <input
        ref={field}
        data-key="n"
        className={styles.field}
        aria-label="id"
        aria-describedby="add-note"
        aria-invalid={error !== undefined}
        placeholder="ID or link"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          if (!add.isPending) add.reset();
        }}
      />
      <Button type="submit" disabled={text.trim() === ''} aria-busy={add.isPending}>
        add
      </Button>
      <div id="add-note" className={error ? styles.error : styles.note}>
        <output>
          {add.isPending && 'Looking it up on the listing site…'}
          {error}
          {isJustAdded && (last?.choice ?? add.data?.note)}
        </output>
        {text === '' && !isJustAdded && asked.length === 0 && (
          <p>
            <Hint />
          </p>
        )}
      </div>
      {asked.map((addition) => (
        <div key={addition.resblock.resblockId} className={styles.wide}>
          <LazyPart failure={null}>
            <BeginQuestion
              resblock={addition.resblock}
              onChosen={(choice) => {
                note({ ...addition, choice });
                noteAdded();
                field.current?.focus();
              }}
            />
          </LazyPart>
        </div>
      ))}
    </form>
  );
}

function describeFailure(error: Error) {
  if (error instanceof RefusedLink) return error.message;
  const isUnreached = error instanceof ApiError && error.status === 0;
  return `Could not add the community. ${errorMessage(error)}${isUnreached ? ' What you typed is kept.' : ''}`;
}

/** Names the site that an id alone belongs to. */
function Hint() {
  const { data } = useQuery(refreshStatusQuery);
  if (!data?.listingOrigin) return 'Enter a community’s ID, or a link to it or one of its houses.';
  return (
    <>
      Paste a link to a community or one of its houses, in any city, or enter an ID of{' '}
      <a href={`${data.listingOrigin}/xiaoqu/`} target="_blank" rel="noreferrer">
        {new URL(data.listingOrigin).host}
      </a>
      .
    </>
  );
}
